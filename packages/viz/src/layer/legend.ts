import type { LegendComponentOption } from 'echarts';
import type { ChartContext } from '../define.ts';
import { cutApart, cutMiddle, textWidth } from '../shared/text.ts';

export type LegendForm = {
  readonly show_legend: boolean;
  readonly legendType: 'scroll' | 'plain';
  readonly legendOrientation: 'top' | 'bottom' | 'left' | 'right';
  /** Room for the legend in px; null leaves it to the drawing. */
  readonly legendMargin: number | null;
};

/** Room around the plot in px. */
export type Insets = { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
export const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

const FONT_SIZE = 12;
const SWATCH_WIDTH = 10;
/** Between two rows, and, with the room behind each name, between two names. */
const ITEM_GAP = 8;
const AFTER_NAME = 6;
const ROW_HEIGHT = FONT_SIZE + ITEM_GAP;
const NAME_GAP = 6;
const MAX_NAME_WIDTH = 180;
/** A legend that scrolls stands on so many rows first; names are cut for that, the least of these widths at most. */
const WRAPPED_ROWS = 2;
const CUT_NAME_WIDTHS = [MAX_NAME_WIDTH, 140, 104];
/** Less height than this has no second row to give. */
const LEAST_HEIGHT = 150;
/** The same beside a search. */
const LEAST_SEARCHED_HEIGHT = 220;
/** The corner at the top belongs to the buttons of the frame around the chart. */
const CORNER = 32;

/** From so many names on a legend can be searched, and needs the room for that. */
export const SEARCH_FROM = 20;
/** What the search and its buttons take, in px, beside the names of a row and above those of a column. */
const SEARCH_WIDTH = 252;
const LEAST_COLUMN = 148;

export type LegendEntry = { readonly name: string; readonly label: string };

/**
 * The legend and the room that it takes; no legend for fewer than two entries, which the title of the card already
 * names.
 */
export function legendOf(
  entries: readonly LegendEntry[],
  form: LegendForm,
  context: ChartContext,
): { readonly legend: LegendComponentOption; readonly insets: Insets } {
  if (!form.show_legend || entries.length < 2)
    return { legend: { show: false, ...hiddenOf(entries, context) }, insets: NO_INSETS };
  const { theme } = context;
  const vertical = form.legendOrientation === 'left' || form.legendOrientation === 'right';
  const { type, nameWidth, rows } = vertical
    ? { type: form.legendType, nameWidth: Math.min(MAX_NAME_WIDTH, context.width * 0.3), rows: 1 }
    : rowKind(entries, form, context);
  const cut = cutApart(
    entries.map(({ label }) => label),
    nameWidth,
    FONT_SIZE,
  );
  const labels = new Map(entries.map(({ name }, at) => [name, cut[at] ?? '']));
  const insets = insetsOf([...labels.values()], { ...form, legendType: type }, rows, context.width);
  const legend: LegendComponentOption = {
    show: true,
    type,
    orient: vertical ? 'vertical' : 'horizontal',
    data: entries.map(({ name }) => ({ name })),
    ...hiddenOf(entries, context),
    formatter: (name) => labels.get(name) ?? name,
    tooltip: { show: true },
    icon: 'roundRect',
    itemWidth: SWATCH_WIDTH,
    itemHeight: SWATCH_WIDTH,
    itemGap: ITEM_GAP,
    padding: 0,
    textStyle: {
      color: theme.textMuted,
      fontSize: FONT_SIZE,
      fontFamily: theme.fontFamily,
      padding: [0, AFTER_NAME, 0, NAME_GAP - 5],
    },
    inactiveColor: theme.zeroLine,
    inactiveBorderColor: theme.zeroLine,
    pageIconColor: theme.textMuted,
    pageIconInactiveColor: theme.hairline,
    pageIconSize: 10,
    pageTextStyle: { color: theme.textMuted, fontSize: FONT_SIZE, fontFamily: theme.fontFamily },
    ...placeOf(form.legendOrientation),
    ...(type === 'scroll' && rows > 1 ? { height: rows * ROW_HEIGHT } : {}),
    ...(vertical && entries.length >= SEARCH_FROM ? { width: insets[form.legendOrientation] } : {}),
  };
  return { legend, insets };
}

type RowKind = { readonly type: LegendForm['legendType']; readonly nameWidth: number; readonly rows: number };

/** Whether the names are all there, on two rows at most, or scroll, on how many rows; and how wide a name may be. */
function rowKind(
  entries: readonly LegendEntry[],
  { legendType, legendOrientation, legendMargin }: LegendForm,
  { width, height }: ChartContext,
): RowKind {
  const asked: RowKind = { type: legendType, nameWidth: MAX_NAME_WIDTH, rows: 1 };
  if (legendType === 'plain' || legendMargin !== null || height < LEAST_HEIGHT) return asked;
  if (entries.length >= SEARCH_FROM) return { ...asked, rows: height < LEAST_SEARCHED_HEIGHT ? 1 : WRAPPED_ROWS };
  const room = legendOrientation === 'top' ? width - CORNER : width;
  const nameWidth = CUT_NAME_WIDTHS.find(
    (most) =>
      rowsOf(
        entries.map(({ label }) => cutMiddle(label, most, FONT_SIZE)),
        room,
      ) <= WRAPPED_ROWS,
  );
  return nameWidth === undefined
    ? { ...asked, nameWidth: CUT_NAME_WIDTHS.at(-1) ?? MAX_NAME_WIDTH, rows: WRAPPED_ROWS }
    : { type: 'plain', nameWidth, rows: WRAPPED_ROWS };
}

/** Whether the names of a legend stand on two rows and scroll there, which only a page can draw. */
export function scrollsOnRows({ type, height }: LegendComponentOption): boolean {
  return type === 'scroll' && typeof height === 'number' && height > ROW_HEIGHT;
}

/** Such a legend in a picture that nobody scrolls: the names that fit. */
export function stillLegend(legend: LegendComponentOption, width: number): LegendComponentOption {
  if (!scrollsOnRows(legend)) return legend;
  const { height: _rows, ...rest } = legend;
  const entries = legend.data ?? [];
  const format = legend.formatter;
  const labels = entries.map((entry) => {
    const name = typeof entry === 'object' ? String(entry.name) : entry;
    return typeof format === 'function' ? format(name) : name;
  });
  const room = legend.bottom === undefined ? width - CORNER : width;
  const fitting = labels.findIndex((_, at) => countRows(labels.slice(0, at + 1), room, 0) > WRAPPED_ROWS);
  return { ...rest, type: 'plain', data: fitting < 0 ? entries : entries.slice(0, fitting) };
}

/** Series that are not drawn; a legend that is not shown hides them all the same. */
function hiddenOf(entries: readonly LegendEntry[], { inputs: { hidden } }: ChartContext): LegendComponentOption {
  if (hidden.size === 0) return {};
  return {
    data: entries.map(({ name }) => ({ name })),
    selected: Object.fromEntries(entries.flatMap(({ name }) => (hidden.has(name) ? [[name, false]] : []))),
  };
}

function placeOf(orientation: LegendForm['legendOrientation']): LegendComponentOption {
  switch (orientation) {
    case 'top':
      return { top: 4, left: 0, right: CORNER };
    case 'bottom':
      return { bottom: 4, left: 0, right: 0 };
    case 'left':
      return { left: 0, top: 8, bottom: 8 };
    case 'right':
      return { right: 0, top: 8, bottom: 8, align: 'left' };
  }
}

function insetsOf(labels: readonly string[], form: LegendForm, rows: number, width: number): Insets {
  const side = form.legendOrientation;
  if (side === 'left' || side === 'right') {
    const widest = Math.max(...labels.map((label) => textWidth(label, FONT_SIZE)));
    const needed = Math.ceil(widest) + SWATCH_WIDTH + NAME_GAP + 16;
    return {
      ...NO_INSETS,
      [side]: form.legendMargin ?? (labels.length >= SEARCH_FROM ? Math.max(LEAST_COLUMN, needed) : needed),
    };
  }
  return {
    ...NO_INSETS,
    [side]:
      form.legendMargin ??
      (form.legendType === 'scroll' ? rows : rowsOf(labels, side === 'top' ? width - CORNER : width)) * ROW_HEIGHT + 10,
  };
}

/** Rows that a wrapping legend takes. */
function rowsOf(labels: readonly string[], width: number): number {
  return countRows(labels, width, labels.length >= SEARCH_FROM ? SEARCH_WIDTH : 0);
}

function countRows(labels: readonly string[], width: number, before: number): number {
  let rows = 1;
  let used = before;
  for (const label of labels) {
    const needed = SWATCH_WIDTH + NAME_GAP + Math.ceil(textWidth(label, FONT_SIZE)) + AFTER_NAME + ITEM_GAP;
    if (used > 0 && used + needed > width) {
      rows += 1;
      used = 0;
    }
    used += needed;
  }
  return rows;
}
