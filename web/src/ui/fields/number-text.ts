export type NumberRule = { readonly min?: number; readonly max?: number; readonly integer?: boolean };

/** What a user typed as a number; `null` for nothing, `'invalid'` for what is no number. */
export function readNumber(text: string): number | null | 'invalid' {
  const trimmed = text.trim().replace(/[\s_\u00a0\u202f]/g, '');
  if (trimmed === '') return null;
  // A decimal comma is meant when it is the only separator and no group of three follows it.
  const plain = /^-?\d+,\d{1,2}$/.test(trimmed) ? trimmed.replace(',', '.') : trimmed.replace(/,(?=\d{3}(\D|$))/g, '');
  const value = Number(plain);
  return Number.isFinite(value) ? value : 'invalid';
}

/** The number that a field gives on for its text; `NaN` where the text is none, or none that is whole. */
export function givenNumber(text: string, isWhole: boolean): number | null {
  const read = readNumber(text);
  if (read === null) return null;
  return read === 'invalid' || (isWhole && !Number.isInteger(read)) ? Number.NaN : read;
}

/** One step up or down from where the field is, clamped to its bounds and free of binary dust (0.1 + 0.2). */
export function stepNumber(value: number | null, by: number, { min = -Infinity, max = Infinity }: NumberRule): number {
  const next = value === null ? (Number.isFinite(min) ? min : 0) : value + by;
  const decimals = Math.max(
    0,
    (String(by).split('.')[1] ?? '').length,
    (String(value ?? '').split('.')[1] ?? '').length,
  );
  return Math.min(max, Math.max(min, Number(next.toFixed(Math.min(12, decimals)))));
}
