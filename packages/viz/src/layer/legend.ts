import type { LegendComponentOption } from 'echarts';
import type { ChartContext } from '../define.ts';
import { cutMiddle, textWidth } from '../shared/text.ts';

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
  const { type, nameWidth } = vertical
    ? { type: form.legendType, nameWidth: Math.min(MAX_NAME_WIDTH, context.width * 0.3) }
    : rowKind(entries, form, context);
  const labels = new Map(entries.map(({ name, label }) => [name, cutMiddle(label, nameWidth, FONT_SIZE)]));
  const insets = insetsOf([...labels.values()], { ...form, legendType: type }, context.width);
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
    ...(vertical && entries.length >= SEARCH_FROM ? { width: insets[form.legendOrientation] } : {}),
  };
  return { legend, insets };
}

/** Whether the names of a row are all there, on two rows at most, or scroll; and how wide a name may be. */
function rowKind(
  entries: readonly LegendEntry[],
  { legendType, legendOrientation, legendMargin }: LegendForm,
  { width, height }: ChartContext,
): { readonly type: LegendForm['legendType']; readonly nameWidth: number } {
  const asked = { type: legendType, nameWidth: MAX_NAME_WIDTH };
  if (legendType === 'plain' || legendMargin !== null || entries.length >= SEARCH_FROM || height < LEAST_HEIGHT)
    return asked;
  const room = legendOrientation === 'top' ? width - CORNER : width;
  const nameWidth = CUT_NAME_WIDTHS.find(
    (most) =>
      rowsOf(
        entries.map(({ label }) => cutMiddle(label, most, FONT_SIZE)),
        room,
      ) <= WRAPPED_ROWS,
  );
  return nameWidth === undefined ? asked : { type: 'plain', nameWidth };
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

function insetsOf(labels: readonly string[], form: LegendForm, width: number): Insets {
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
      (form.legendType === 'scroll' ? 1 : rowsOf(labels, side === 'top' ? width - CORNER : width)) * ROW_HEIGHT + 10,
  };
}

/** Rows that a wrapping legend takes. */
function rowsOf(labels: readonly string[], width: number): number {
  let rows = 1;
  let used = labels.length >= SEARCH_FROM ? SEARCH_WIDTH : 0;
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
