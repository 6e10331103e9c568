/** Digits of a decimal type or value before and behind the point. */
type Digits = { readonly whole: number; readonly fraction: number };

/** Of a type such as DECIMAL(10, 2) or Nullable(Decimal(10, 2)); null for any other. */
function digitsOfType(type: string | null): Digits | null {
  const [, precision, scale = '0'] =
    /^(?:NULLABLE\()?(?:DECIMAL|NUMERIC)\((\d+)(?:, *(\d+))?\)+$/i.exec(type?.trim() ?? '') ?? [];
  return precision === undefined ? null : { whole: Number(precision) - Number(scale), fraction: Number(scale) };
}

/** Of a value as users write it, without a power. */
export function digitsOfValue(value: string | bigint): Digits {
  const [, whole = '', fraction = ''] = /^[-+]?0*(\d*)\.?(\d*)$/.exec(String(value)) ?? [];
  return { whole: whole.length, fraction: fraction.length };
}

/**
 * The narrowest decimal type that holds the values of a column and one that it is compared with: a narrower one would
 * round the value, or end the query. `null` for a column of another type; without a name where the database has none
 * so wide.
 */
export function sharedDecimal(
  value: string | bigint,
  columnType: string | null,
  maxDigits: number,
): { readonly name: string | null } | null {
  const column = digitsOfType(columnType);
  if (column === null) return null;
  const own = digitsOfValue(value);
  const fraction = Math.max(column.fraction, own.fraction);
  const digits = Math.max(column.whole, own.whole, 1) + fraction;
  return { name: digits > maxDigits ? null : `DECIMAL(${digits},${fraction})` };
}

/** Whether a value has more digits before its point than any of a column of decimals. */
export function exceedsDecimals(value: string | number | bigint | boolean | null, columnType: string | null): boolean {
  const column = typeof value === 'string' || typeof value === 'bigint' ? digitsOfType(columnType) : null;
  return (
    column !== null &&
    (typeof value === 'string' || typeof value === 'bigint') &&
    digitsOfValue(value).whole > column.whole
  );
}
