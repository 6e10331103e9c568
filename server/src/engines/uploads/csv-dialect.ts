const delimiters = [',', ';', '\t', '|'] as const;
/** Records that are looked at. */
const LOOKED_AT = 100;

export type TextRecord = { readonly line: number; readonly cells: readonly string[] };

/**
 * The records of the beginning of a text; the last one may be cut and is left out unless the text is whole.
 * A quote counts only where a cell begins, as everybody writes them.
 */
export function recordsOf(text: string, delimiter: string, isWhole: boolean, most = LOOKED_AT): readonly TextRecord[] {
  const records: TextRecord[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let wasQuoted = false;
  let line = 1;
  let beganAt = 1;
  const endRecord = (): void => {
    cells.push(cell);
    if (cells.length > 1 || cells[0]?.trim() !== '' || wasQuoted) records.push({ line: beganAt, cells });
    cells = [];
    cell = '';
    wasQuoted = false;
  };
  for (let at = 0; at < text.length && records.length < most; at += 1) {
    const letter = text[at] ?? '';
    const isEnd = letter === '\n' || (letter === '\r' && text[at + 1] !== '\n');
    if (isEnd) line += 1;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell.trim() === '') {
      isQuoted = true;
      wasQuoted = true;
      cell = '';
    } else if (letter === delimiter) {
      cells.push(cell);
      cell = '';
    } else if (isEnd) {
      endRecord();
      beganAt = line;
    } else if (letter !== '\r') cell += letter;
  }
  if (isWhole && records.length < most && !isQuoted && (cell !== '' || cells.length > 0 || wasQuoted)) endRecord();
  return records;
}

/** The delimiter that cuts most records into the same number of cells, the more cells the better. */
export function guessDelimiter(text: string, isWhole: boolean): string {
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of delimiters) {
    const counts = recordsOf(text, delimiter, isWhole).map(({ cells }) => cells.length);
    const often = mostCommon(counts);
    if (often < 2) continue;
    const share = counts.filter((count) => count === often).length / counts.length;
    // A comma inside numbers or sentences cuts rows too, but not all into the same number.
    const score = share * share * Math.log2(often + 1);
    if (score > best.score * 1.0001) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Lines above the table, such as a title: those before the first record that has as many cells as most. */
export function guessSkipped(records: readonly TextRecord[]): number {
  const often = mostCommon(records.map(({ cells }) => cells.length));
  if (often < 2) return 0;
  const first = records.find(({ cells }) => cells.length >= often);
  return first === undefined ? 0 : first.line - 1;
}

function mostCommon(counts: readonly number[]): number {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  return [...times].sort(([a, x], [b, y]) => y - x || b - a)[0]?.[0] ?? 0;
}

const NUMBER_LIKE = /^[+-]?[\d.,  ]*\d[\d.,  ]*%?$/;
const DATE_LIKE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([ T].*)?$/;

/**
 * Whether the first row holds names: no cell of it is a value like a number or a date, and either some column holds
 * such values below it, or its texts do not come back below.
 */
export function guessHeader(records: readonly (readonly (string | null)[])[]): boolean {
  const [first, ...rest] = records;
  if (!first) return false;
  const filled = first.filter((cell) => (cell ?? '').trim() !== '');
  if (filled.length === 0 || filled.some(isValue)) return false;
  if (rest.length === 0) return true;
  const hasValues = first.some((_, column) => rest.some((row) => isValue(row[column] ?? null)));
  if (hasValues) return true;
  const isRepeated = first.some(
    (cell, column) => (cell ?? '') !== '' && rest.some((row) => row[column]?.trim() === cell?.trim()),
  );
  return !isRepeated && new Set(filled.map((cell) => cell?.trim().toLowerCase())).size === filled.length;
}

function isValue(cell: string | null): boolean {
  const text = (cell ?? '').trim();
  return NUMBER_LIKE.test(text) || DATE_LIKE.test(text);
}
