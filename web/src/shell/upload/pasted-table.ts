/** Lines that are looked at. */
const LOOKED_AT = 50;

/**
 * Whether a text is a table as spreadsheets put it on the clipboard: two lines at least, each cut by tabs into as many
 * cells as the others.
 */
export function isTable(text: string): boolean {
  const lines = text.split(/\r?\n|\r/).filter((line) => line !== '');
  const widths = new Set(lines.slice(0, LOOKED_AT).map((line) => line.split('\t').length));
  const [width = 1] = widths;
  // A cell with a line end is quoted, and each part of its row has fewer cells.
  return lines.length > 1 && width > 1 && (widths.size === 1 || /(^|[\t\r\n])"/.test(text));
}
