import { columnLabel } from '@tessera/core/form-data';
import { SEARCH_FROM, scrollsOnRows } from '@tessera/viz/layer/legend';
import type { Mark } from '@tessera/viz/marks';
import type { EChartsOption } from 'echarts';

export type Selected = Readonly<Record<string, boolean>>;

/** A click on one name of a legend. */
export type LegendClick = {
  readonly name: string;
  /** ⌘/Ctrl: beside what is selected, or this name alone is switched. */
  readonly isToggle: boolean;
  /** What would be shown after it, where it hides and shows. */
  readonly selected: Selected;
};

/** One name of a legend as it is drawn. */
export type LegendEntry = { readonly name: string; readonly label: string; readonly color: string };

/** A legend that is drawn as elements beside the canvas, so that it can be searched and reached by keyboard. */
export type LongLegend = {
  readonly entries: readonly LegendEntry[];
  readonly side: 'top' | 'bottom' | 'left' | 'right';
  readonly wraps: boolean;
  /** Whether it stands on two rows and scrolls there. */
  readonly scrollsOnRows: boolean;
  /** Room of a column in px; null for a row. */
  readonly width: number | null;
};

/**
 * Which entries a legend shows after a click: a plain click isolates the entry, a click on the isolated one brings all
 * back, ⌘/Ctrl-click switches the one entry.
 *
 * @param selected  The state before the click; entries that it lacks are shown.
 */
export function clickLegend(
  names: readonly string[],
  selected: Selected,
  clicked: string,
  isToggle: boolean,
): Selected {
  const isShown = (name: string) => selected[name] !== false;
  if (isToggle)
    return Object.fromEntries(names.map((name) => [name, name === clicked ? !isShown(name) : isShown(name)]));
  const isAlone = isShown(clicked) && names.every((name) => name === clicked || !isShown(name));
  return Object.fromEntries(names.map((name) => [name, isAlone || name === clicked]));
}

/**
 * The mark that stands for a whole series, as its name in the legend does: one of those that all select the same; null
 * where they select different things or nothing.
 */
export function markOfSeries(marks: readonly Mark[], name: string): Mark | null {
  const [first, ...others] = marks.filter(({ series }) => series === name);
  if (first === undefined || first.filters.length === 0) return null;
  return others.every((other) => selectsSame(other, first)) ? first : null;
}

function selectsSame({ filters: one }: Mark, { filters: other }: Mark): boolean {
  return (
    one.length === other.length &&
    one.every(({ col, val }, at) => {
      const same = other[at];
      return same !== undefined && same.val === val && columnLabel(same.col) === columnLabel(col);
    })
  );
}

/** Only these names are shown; the others, found by the search or not, are hidden. */
export function showOnly(names: readonly string[], shown: readonly string[]): Selected {
  const wanted = new Set(shown);
  return Object.fromEntries(names.map((name) => [name, wanted.has(name)]));
}

/** Entries whose name holds every word of the search, in the order of the legend. */
export function searchLegend(entries: readonly LegendEntry[], search: string): readonly LegendEntry[] {
  const words = search
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return words.length === 0
    ? entries
    : entries.filter(({ name }) => words.every((word) => name.toLocaleLowerCase().includes(word)));
}

/** The legend of an option where it is searched or scrolls on two rows; null leaves it to the canvas. */
export function longLegendOf(option: EChartsOption): LongLegend | null {
  const { legend } = option;
  if (legend === undefined || Array.isArray(legend) || legend.show !== true) return null;
  if ((legend.data ?? []).length < SEARCH_FROM && !scrollsOnRows(legend)) return null;
  const format = legend.formatter;
  const colors = colorsOf(option);
  const names = (legend.data ?? []).map((entry) => (typeof entry === 'object' ? String(entry.name) : entry));
  const vertical = legend.orient === 'vertical';
  return {
    entries: names.map((name) => ({
      name,
      label: typeof format === 'function' ? format(name) : name,
      color: colors.get(name) ?? 'currentColor',
    })),
    side: vertical ? (legend.right === undefined ? 'left' : 'right') : legend.bottom === undefined ? 'top' : 'bottom',
    wraps: legend.type === 'plain',
    scrollsOnRows: scrollsOnRows(legend),
    width: vertical && typeof legend.width === 'number' ? legend.width : null,
  };
}

/** The option without the picture of its legend; which names are shown still follows it. */
export function withoutLegendPicture(option: EChartsOption): EChartsOption {
  const { legend } = option;
  return legend === undefined || Array.isArray(legend) ? option : { ...option, legend: { ...legend, show: false } };
}

/** The names that are not shown. */
export function hiddenOf(selected: Selected): ReadonlySet<string> {
  return new Set(Object.keys(selected).filter((name) => selected[name] === false));
}

/** The same the other way round; names that it lacks are shown. */
export function selectedOf(hidden: ReadonlySet<string>): Selected {
  return Object.fromEntries([...hidden].map((name) => [name, false]));
}

/** Colour by name, of series or of the slices of one. */
function colorsOf(option: EChartsOption): ReadonlyMap<string, string> {
  const series = Array.isArray(option.series) ? option.series : option.series ? [option.series] : [];
  const colors = new Map<string, string>();
  for (const one of series) {
    add(one);
    const data: unknown = one.data;
    if (Array.isArray(data)) data.forEach(add);
  }
  return colors;

  function add(part: unknown): void {
    const { name, itemStyle } = record(part);
    const { color } = record(itemStyle);
    if (typeof name === 'string' && typeof color === 'string' && !colors.has(name)) colors.set(name, color);
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
