import { t, tn } from '@tessera/core/messages';
import type { ChartContext } from '../../define.ts';
import type { Scene, Shape } from '../../scene/scene.ts';
import { cutMiddle, tabularWidth, textWidth } from '../../shared/text.ts';
import { compareWith, liftText, pText, type TtestModel, type TtestRow, type TtestTable, verdictText } from './model.ts';

const ROW = 24;
const TITLE = 26;
const FONT = 12;
const PAD = 10;
/** A card so narrow has no column of pairs. */
const NARROW = 400;

type Column = { readonly x: number; readonly width: number; readonly isNumber: boolean; readonly pad?: number };

/** The tables as a picture, the first group as control: as many rows as there is room for. */
export function ttestScene(model: TtestModel, context: ChartContext, description: string): Scene {
  const { width, height, theme } = context;
  const room = Math.max(1, Math.floor(height / Math.max(1, model.tables.length)));
  return {
    width,
    height,
    description,
    fontFamily: theme.fontFamily,
    shapes: model.tables.flatMap((table, at) => tableShapes(table, at * room, room, model, context)),
  };
}

function tableShapes(
  table: TtestTable,
  top: number,
  room: number,
  model: TtestModel,
  context: ChartContext,
): readonly Shape[] {
  const { theme, width } = context;
  const all = compareWith(table, null, model.level);
  const fits = Math.max(1, Math.floor((room - TITLE - ROW - 4) / ROW));
  const rows = all.length > fits ? all.slice(0, Math.max(1, fits - 1)) : all;
  const heads = headsOf(model);
  const cells = rows.map((row) => cellsOf(row, model, context));
  const columns = columnsOf(heads, cells, model, width);
  const first = top + TITLE + ROW;
  const line = (y: number, color: string): Shape => ({
    kind: 'line',
    x1: PAD,
    x2: width - PAD,
    y1: y + 0.5,
    y2: y + 0.5,
    stroke: color,
    strokeWidth: 1,
  });
  const title: Shape = {
    kind: 'text',
    x: PAD,
    y: top + 17,
    text: cutMiddle(table.name, width - 2 * PAD, 13),
    size: 13,
    weight: 600,
    fill: theme.text,
  };
  const hidden = all.length - rows.length;
  return [
    title,
    ...columns.flatMap((column, at) => cellShape(heads[at] ?? '', column, top + TITLE, theme.textMuted, 500)),
    line(first, theme.zeroLine),
    ...rows.flatMap((row, at) => rowShapes(row, cells[at] ?? [], columns, first + at * ROW, model, context)),
    ...rows.map((_, at) => line(first + (at + 1) * ROW, theme.hairline)),
    ...(hidden > 0
      ? cellShape(
          tn('+1 more', '+%(count)s more', hidden),
          { x: PAD, width: width - 2 * PAD, isNumber: false },
          first + rows.length * ROW,
          theme.textMuted,
          400,
        )
      : []),
  ];
}

export function headsOf({ dimensions }: TtestModel): readonly string[] {
  return [...dimensions, t('Pairs'), t('p-value'), t('Lift'), t('Significant')];
}

export function cellsOf(row: TtestRow, model: TtestModel, context: ChartContext): readonly string[] {
  return [
    ...row.group.names,
    context.formatNumber(',d', row.pairs),
    row.isControl ? '' : pText(row.p, model, context),
    row.isControl ? '' : liftText(row.lift, model, context),
    verdictText(row),
  ];
}

/** Numbers have the width that they need, names the rest. */
function columnsOf(
  heads: readonly string[],
  cells: readonly (readonly string[])[],
  { dimensions }: TtestModel,
  width: number,
): readonly Column[] {
  const names = dimensions.length;
  const pad = width < NARROW ? 5 : PAD;
  const needed = heads.map(
    (head, at) =>
      Math.max(textWidth(head, FONT) * 1.06, ...cells.map((row) => tabularWidth(row[at] ?? '', FONT))) + 2 * pad,
  );
  const shown = needed.map((one, at) => (at === names && width < NARROW ? 0 : one));
  const numbers = shown.slice(names).reduce((sum, one) => sum + one, 0);
  // A narrow card leaves out the pairs, then shrinks what is left.
  const shrink = Math.min(1, (width * 0.78) / Math.max(1, numbers));
  const rest = Math.max(40, width - numbers * shrink);
  let x = 0;
  return heads.map((_, at) => {
    const isNumber = at >= names && at < heads.length - 1;
    const own = at < names ? rest / Math.max(1, names) : (shown[at] ?? 0) * shrink;
    const column = { x, width: own, isNumber, pad };
    x += own;
    return column;
  });
}

function cellShape(
  text: string,
  { x, width, isNumber, pad = PAD }: Column,
  top: number,
  fill: string,
  weight: 400 | 500,
): Shape[] {
  if (text === '' || width === 0) return [];
  return [
    {
      kind: 'text',
      x: tenth(isNumber ? x + width - pad : x + (x === 0 ? PAD : pad)),
      y: top + ROW / 2,
      text: cutMiddle(text, Math.max(12, width - pad), FONT),
      size: FONT,
      weight,
      anchor: isNumber ? 'end' : 'start',
      baseline: 'central',
      isTabular: isNumber,
      fill,
    },
  ];
}

function rowShapes(
  row: TtestRow,
  cells: readonly string[],
  columns: readonly Column[],
  top: number,
  { dimensions }: TtestModel,
  context: ChartContext,
): readonly Shape[] {
  const { theme, width } = context;
  const ink = row.group.isDimmed ? theme.textMuted : theme.text;
  const ground: Shape[] = row.isControl
    ? [{ kind: 'rect', x: PAD, y: top, width: width - 2 * PAD, height: ROW, fill: theme.accent, fillOpacity: 0.08 }]
    : [];
  return [
    ...ground,
    ...columns.flatMap((column, at) => {
      const isVerdict = at === columns.length - 1;
      const isQuiet = (isVerdict && row.isSignificant !== true) || at === dimensions.length;
      return cellShape(
        cells[at] ?? '',
        column,
        top,
        isQuiet ? theme.textMuted : ink,
        isVerdict || row.isControl ? 500 : 400,
      );
    }),
  ];
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
