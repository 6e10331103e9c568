import { tabularWidth, textWidth } from '../../shared/text.ts';
import type { Axis } from './axis.ts';
import type { PivotCell } from './cell.ts';

const SAMPLED_CELLS = 20_000;
const SAMPLED_LINES = 60;
const PADDING = 22;
/** Narrower than this, names have more of the width: they stay in sight while the values move. */
const PHONE = 480;
const CHEVRON = 18;
const [LEAST_HEADER, MAX_HEADER, LEAST_COLUMN, MAX_COLUMN] = [56, 240, 64, 260];

/** Headers of rows as wide as the first of them, and no wider than leaves room for values. */
export function headerWidths(rows: Axis, columns: Axis, width: number): readonly number[] {
  const lines = Math.min(SAMPLED_LINES, rows.lines.length);
  const isLast = (level: number) => level === rows.levels.length - 1;
  // The innermost one holds the names of the levels of columns too.
  const corner = Math.max(
    0,
    ...columns.levels.map(({ kind, name }) => (kind === 'dimension' ? textWidth(name, 12) : 0)),
  );
  const widths = rows.levels.map(({ name }, level) => {
    const texts = Array.from({ length: lines }, (_, line) => {
      const { text, span } = rows.header(line, level);
      return span === 1 ? textWidth(text, 13) : 0;
    });
    const own = textWidth(name, 12) * 1.08 + (isLast(level) && corner > 0 ? corner + 24 : 0);
    const widest = Math.max(own, ...texts) + PADDING + (isLast(level) ? 0 : CHEVRON);
    return Math.round(Math.min(MAX_HEADER, Math.max(LEAST_HEADER, widest)));
  });
  return shrunk(widths, Math.max(width * (width < PHONE ? 0.6 : 0.5), LEAST_HEADER));
}

/** The widest give way first: short names stay whole beside long ones. */
function shrunk(widths: readonly number[], most: number): readonly number[] {
  let [room, left] = [most, widths.length];
  let cap = Infinity;
  for (const one of widths.toSorted((a, b) => a - b)) {
    if (one * left > room) {
      cap = room / left;
      break;
    }
    room -= one;
    left -= 1;
  }
  return widths.map((one) => Math.max(LEAST_HEADER, Math.floor(Math.min(one, cap))));
}

/** Columns as wide as the widest of their first cells; a narrow grid fills its card, up to a point. */
export function columnWidths(
  rows: Axis,
  columns: Axis,
  cell: (row: number, column: number) => PivotCell,
  width: number,
): readonly number[] {
  const count = columns.lines.length;
  const sampled = Math.min(
    rows.lines.length,
    SAMPLED_LINES,
    Math.max(4, Math.floor(SAMPLED_CELLS / Math.max(1, count))),
  );
  const last = rows.lines.length - 1;
  const widths = columns.lines.map((_, column) => {
    const [inner] = [columns.levels.length - 1];
    const header = textWidth(columns.header(column, inner).text, 12) * 1.08;
    let widest = Math.max(header, last >= sampled ? tabularWidth(cell(last, column).text, 13) : 0);
    for (let row = 0; row < sampled; row += 1) widest = Math.max(widest, tabularWidth(cell(row, column).text, 13));
    return Math.round(Math.min(MAX_COLUMN, Math.max(LEAST_COLUMN, widest + PADDING)));
  });
  const used = widths.reduce((sum, one) => sum + one, 0);
  const left = width - headerWidths(rows, columns, width).reduce((sum, one) => sum + one, 0);
  if (used === 0 || used >= left) return widths;
  const factor = Math.min(left / used, 2.5);
  return widths.map((one) => Math.floor(one * factor));
}
