import { columnLabel } from '@tessera/core/form-data';
import { emptyDataMask } from '@tessera/core/filters/data-mask';
import { appliedMasks } from '@tessera/core/effective-query/scope';
import type { AppliedMask } from '@tessera/core/effective-query/sources';
import type { CrossFilterScope } from '@tessera/core/native-filters/cross-filters';
import { stableJson } from '@tessera/core/stable-json';
import { NO_INPUTS } from '@tessera/viz/inputs';
import type { Drawn } from '../../../chart/files/drawn.ts';
import type { ChartInput } from '../../../chart/use-chart.ts';
import type { RowsInFile } from './rows-in-file.ts';

/** A chart as it stands in the file. */
export type CardInFile = {
  readonly componentId: string;
  readonly chartId: number;
  readonly title: string;
  readonly drawn: Drawn;
  readonly input: ChartInput;
};

/** Something that a reader of the file selects on a chart. */
export type Choice = { readonly id: string; readonly componentId: string; readonly label: string };
/** What another chart shows for it, with its rows by query. */
export type Variant = {
  readonly choiceId: string;
  readonly componentId: string;
  readonly svg: string;
  readonly rows: readonly RowsInFile[];
};
export type SelectionsInFile = { readonly choices: readonly Choice[]; readonly variants: readonly Variant[] };

/** A choice with what it sends, and the charts that it reaches. */
export type PlannedChoice = Choice & { readonly mask: AppliedMask; readonly reached: readonly CardInFile[] };

/** A row of more choices is a list, and its pictures no small data. */
const MAX_CHOICES = 12;
/** All pictures of a file, and their letters. */
const MAX_PICTURES = 240;
export const MAX_LETTERS = 12_000_000;

/**
 * What can be selected in a file: on each chart that selects, in the order of the page, its marks, as long as they are
 * few and all pictures together are not too many.
 */
export function planSelections(
  cards: readonly CardInFile[],
  scopes: ReadonlyMap<number, CrossFilterScope>,
): readonly PlannedChoice[] {
  const planned: PlannedChoice[] = [];
  let pictures = 0;
  for (const card of cards) {
    const scope = scopes.get(card.chartId);
    if (scope === undefined) continue;
    const reached = cards.filter(({ chartId }) => scope.chartsInScope.includes(chartId));
    const choices = reached.length === 0 ? [] : choicesOf(card, scope, planned.length);
    const cost = choices.length * reached.length;
    if (choices.length === 0 || choices.length > MAX_CHOICES || pictures + cost > MAX_PICTURES) continue;
    pictures += cost;
    planned.push(...choices.map((choice) => ({ ...choice, reached })));
  }
  return planned;
}

function choicesOf(
  { componentId, chartId, title, drawn }: CardInFile,
  scope: CrossFilterScope,
  before: number,
): readonly Omit<PlannedChoice, 'reached'>[] {
  const { loaded, results, form } = drawn.picture;
  const found = new Map<string, Omit<PlannedChoice, 'reached' | 'id'>>();
  for (const mark of loaded.viz.marks(results, form, drawn.context)) {
    const outcome = loaded.viz.select({ kind: 'select', mark, isAdded: false }, results, form, NO_INPUTS);
    if (outcome?.kind !== 'data_mask') continue;
    const { extraFormData, filterState } = outcome.mask;
    const filters = (extraFormData.filters ?? []).filter(
      ({ col }) => scope.columns === null || scope.columns.includes(columnLabel(col)),
    );
    const [mask] = appliedMasks(
      { [chartId]: { ...emptyDataMask(String(chartId)), extraFormData: { ...extraFormData, filters }, filterState } },
      {
        filters: [],
        placements: [{ id: componentId, chartId, name: title }],
        chartConfiguration: { [chartId]: { crossFilters: { chartsInScope: scope.chartsInScope } } },
      },
    );
    if (mask === undefined || filters.length === 0) continue;
    const label = mark.label ?? mark.filters.map(({ formattedVal, val }) => formattedVal ?? String(val)).join(', ');
    found.set(stableJson(filters), { componentId, label, mask });
  }
  return [...found.values()].map((choice, at) => ({ ...choice, id: `s${before + at + 1}` }));
}

/** What a reached chart asks for a choice: another selection of the same chart gives way. */
export function inputWith({ input }: CardInFile, { mask }: PlannedChoice): ChartInput {
  const others = (input.masks ?? []).filter(({ source }) => source.kind !== 'cross_filter');
  return { ...input, masks: [...others, mask] };
}
