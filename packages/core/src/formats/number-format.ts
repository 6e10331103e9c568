/** Formats that have a name of their own. */
const numberFormatNames = [
  'SMART_NUMBER',
  'SMART_NUMBER_SIGNED',
  '+,',
  'DURATION',
  'DURATION_SUB',
  'DURATION_COL',
  'MEMORY_DECIMAL',
  'MEMORY_BINARY',
  'MEMORY_TRANSFER_RATE_DECIMAL',
  'MEMORY_TRANSFER_RATE_BINARY',
] as const;
export type NumberFormatName = (typeof numberFormatNames)[number];

/** Characters that a format may fill a number up to: more would fill memory. */
export const MAX_WIDTH = 200;

/** As d3 reads one, whose code comes only with what writes numbers. Its group is the width. */
const SPECIFIER = /^(?:.?[<>=^])?[+\-( ]?[$#]?0?(\d+)?,?(?:\.\d+)?~?[a-z%]?$/i;

export function isNumberFormatName(format: string): format is NumberFormatName {
  return (numberFormatNames as readonly string[]).includes(format);
}

/** Whether numbers can be written so: a named format, or one that can be read. */
export function isNumberFormat(format: string): boolean {
  const trimmed = format.trim();
  if (trimmed === '' || isNumberFormatName(trimmed)) return true;
  const found = SPECIFIER.exec(trimmed);
  return found !== null && Number(found[1] ?? 0) <= MAX_WIDTH;
}
