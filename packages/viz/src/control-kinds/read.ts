/** A number from a number or from what a user typed; `null` for everything else. */
export function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : null;
}

export function readInteger(value: unknown): number | undefined {
  const number = toNumber(value);
  return number !== null && Number.isInteger(number) && number >= 0 ? number : undefined;
}

/** A text that says something. */
export function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Null, empty text and an empty list are the three ways of saying nothing ([5.0-03]). */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list control may hold one bare value in old charts. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null || value === '' ? [] : [value];
}

/** What can be read of a list, in its order. */
export function readList<T>(value: unknown, read: (item: unknown) => T | undefined): readonly T[] {
  return listOf(value).flatMap((item) => {
    const one = read(item);
    return one === undefined ? [] : [one];
  });
}
