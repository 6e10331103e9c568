import type { Cell } from '@tessera/core/table';
import { cellText } from '../../layer/labels.ts';
import type { SeriesData, XValues } from './data.ts';

/**
 * Two answers on one base axis: each place of either is a place of both, without a value where one of them has none.
 * Times and numbers stand in their order, categories in that of the first answer, the others after them.
 */
export function aligned(first: SeriesData, second: SeriesData): readonly [SeriesData, SeriesData] {
  const x = joined(first.x, second.x);
  const place = new Map(x.cells.map((cell, index) => [keyOf(cell), index]));
  const moved = (data: SeriesData): SeriesData => {
    const from = x.cells.map(() => -1);
    data.x.cells.forEach((cell, index) => {
      const at = place.get(keyOf(cell));
      if (at !== undefined) from[at] = index;
    });
    const values = (given: readonly (number | null)[]) => from.map((index) => given[index] ?? null);
    const places = (given: ReadonlySet<number>) => new Set([...from.keys()].filter((at) => given.has(from[at] ?? -1)));
    const parts = (given: XValues['comparedParts']) =>
      new Map([...given].map(([offset, cut]) => [offset, places(cut)]));
    return {
      ...data,
      x: { ...x, incomplete: places(data.x.incomplete), comparedParts: parts(data.x.comparedParts) },
      series: data.series.map((series) => ({ ...series, values: values(series.values) })),
    };
  };
  return [moved(first), moved(second)];
}

function joined(first: XValues, second: XValues): XValues {
  const labels = new Map<string, { readonly cell: Cell; readonly label: () => string }>();
  for (const x of [first, second])
    x.cells.forEach((cell, index) => {
      const key = keyOf(cell);
      if (!labels.has(key)) labels.set(key, { cell, label: () => x.labelAt(index) });
    });
  const kind = first.cells.length === 0 || first.kind === second.kind || second.cells.length === 0 ? null : 'category';
  const all = [...labels.values()];
  const given = first.cells.length === 0 ? second : first;
  const placed = (kind ?? given.kind) !== 'category' || all.every(({ cell }) => typeof cell === 'number');
  const places = placed ? all.toSorted((a, b) => Number(a.cell) - Number(b.cell)) : all;
  return {
    kind: kind ?? given.kind,
    name: given.name,
    cells: places.map(({ cell }) => cell),
    labelAt: (index) => places[index]?.label() ?? '',
    incomplete: new Set(),
    comparedParts: new Map(),
  };
}

function keyOf(cell: Cell): string {
  return `${typeof cell}: ${cellText(cell)}`;
}
