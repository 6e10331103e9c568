/**
 * What an event on a chart means, as far as chart types agree on it. Pure: marks and inputs in, an outcome out.
 *
 * A selection is stored as tuples of values, one value per dimension. A mark is selected when each of its values is
 * among those of its dimension: that is what the filter passes, so the picture never shows another selection than the
 * filter makes.
 */
import type { RawForm } from '@tessera/core/form-data';
import type { QueryFilter } from '@tessera/core/query-object';
import type { Cell } from '@tessera/core/table';
import type { ChartEvent, DrillFilter, Outcome, SelectionMask } from './events.ts';
import type { ChartInputs } from './inputs.ts';
import { type FilterCell, filterCell, type Mark, type MarkFilter } from './marks.ts';

type Tuple = readonly FilterCell[];
type Chosen = { readonly values: readonly Tuple[]; readonly labels: readonly string[] };

export type SelectOptions = {
  /** Form key of the dimensions that a drill replaces. */
  readonly groupbyFieldName?: string;
  /** Form key of the filters that go with it. */
  readonly adhocFilterFieldName?: string;
  /** Filter state has the values under `label` too, as charts over an x axis keep them. */
  readonly hasLabel?: boolean;
};

/** The outcome of an event on charts whose marks say what they filter. */
export function selectMarks(event: ChartEvent, inputs: ChartInputs, options: SelectOptions = {}): Outcome {
  switch (event.kind) {
    case 'select': {
      const mask = inputs.emits ? maskOf(event.mark, event.isAdded, inputs, options) : null;
      return mask && { kind: 'data_mask', mask };
    }
    case 'clear':
      return inputs.emits && hasSelection(inputs) ? { kind: 'data_mask', mask: NO_SELECTION } : null;
    case 'menu':
      return drillTarget(event.mark, inputs, maskOf(event.mark, false, inputs, options), options);
    case 'brush':
    case 'hover':
    case 'legend':
      return null;
  }
}

export const NO_SELECTION: SelectionMask = {
  extraFormData: { filters: [] },
  filterState: { value: null, selectedValues: null },
};

/** What can be asked about a mark; `mask` is what its selection would send. */
export function drillTarget(
  mark: Mark,
  inputs: ChartInputs,
  mask: SelectionMask | null,
  { groupbyFieldName = 'groupby', adhocFilterFieldName }: SelectOptions = {},
): Outcome {
  const by = mark.by === undefined ? mark.filters : mark.by;
  return {
    kind: 'drill_target',
    target: {
      mark,
      toDetail: (mark.detail ?? mark.filters).map(drillFilter),
      by: by && {
        filters: by.map(drillFilter),
        groupbyFieldName,
        ...(adhocFilterFieldName === undefined ? {} : { adhocFilterFieldName }),
      },
      crossFilter: inputs.emits && mask ? { mask, isSelected: isSelected(mark, inputs) } : null,
    },
  };
}

/** Whether anything is selected; marks that are not are then dimmed. */
export function hasSelection({ selection }: Pick<ChartInputs, 'selection'>): boolean {
  const { values, labels } = readSelection(selection);
  return values.length > 0 || labels.length > 0 || Array.isArray(selection['selectedRange']);
}

/** The stretch of the base axis that was brushed; null where none is selected. */
export function selectedRange({ selection }: Pick<ChartInputs, 'selection'>): readonly [number, number] | null {
  const range = selection['selectedRange'];
  if (!Array.isArray(range)) return null;
  const [from, to]: unknown[] = range;
  return typeof from === 'number' && typeof to === 'number' ? [from, to] : null;
}

/** Whether the selection takes this mark in. */
export function isSelected(mark: Mark, { selection }: Pick<ChartInputs, 'selection'>): boolean {
  const { values, labels } = readSelection(selection);
  if (mark.filters.length === 0) return false;
  if (values.length === 0) return labels.includes(labelOf(mark));
  return mark.filters.every(({ val }, at) => values.some((tuple) => tuple[at] === val));
}

/** Whether a mark stands back behind those that are selected. */
export function isDimmed(mark: Mark, inputs: ChartInputs): boolean {
  return hasSelection(inputs) && !isSelected(mark, inputs);
}

/** The name of a mark's selection: the texts of its values. */
export function labelOf(mark: Mark): string {
  return mark.label ?? mark.filters.map(({ val, formattedVal }) => formattedVal ?? String(val)).join(', ');
}

/** One column restricted to values: null is IS NULL, alone or beside others. */
export function valuesFilter({ col, grain }: MarkFilter, given: readonly FilterCell[]): QueryFilter {
  const values = [...new Set(given)];
  const base = { col, ...(grain === undefined ? {} : { grain }) };
  if (values.every((value) => value === null)) return { ...base, op: 'IS NULL' };
  return { col, op: 'IN', val: values, ...(grain === undefined ? {} : { grain }) };
}

export function drillFilter({ col, val, formattedVal, grain }: MarkFilter): DrillFilter {
  return {
    col,
    ...(grain === undefined ? {} : { grain }),
    ...(val === null ? { op: 'IS NULL' } : { op: '==', val }),
    ...(formattedVal === undefined ? {} : { formattedVal }),
  };
}

function maskOf(
  mark: Mark,
  isAdded: boolean,
  inputs: ChartInputs,
  { hasLabel = false }: SelectOptions,
): SelectionMask | null {
  if (mark.filters.length === 0) return null;
  const tuple = mark.filters.map(({ val }) => val);
  const label = labelOf(mark);
  const before = readSelection(inputs.selection);
  const isOn = isSelected(mark, inputs);
  // A selection from another shape of the chart cannot be added to.
  const isAlike = before.values.every(({ length }) => length === tuple.length) && before.values.length > 0;
  if (isOn && !isAdded) return NO_SELECTION;
  const without = removed(before, tuple);
  const chosen: Chosen = !isAdded || !isAlike ? { values: [], labels: [] } : isOn ? without : before;
  const values = isOn ? chosen.values : [...chosen.values, tuple];
  const labels = isOn ? chosen.labels : [...chosen.labels, label];
  if (values.length === 0) return NO_SELECTION;
  return {
    extraFormData: {
      filters: mark.filters.map((filter, at) =>
        valuesFilter(
          filter,
          values.map((value) => value[at] ?? null),
        ),
      ),
    },
    filterState: { ...(hasLabel ? { label: values } : {}), value: values, selectedValues: labels },
  };
}

/** The selection without each tuple that keeps this one selected. */
function removed({ values, labels }: Chosen, tuple: Tuple): Chosen {
  const same = values.findIndex((value) => value.every((part, at) => part === tuple[at]));
  // One that only follows from the others goes with those that share a value with it.
  const kept = values.map((value, index) =>
    same >= 0 ? index !== same : value.every((part, at) => part !== tuple[at]),
  );
  return { values: values.filter((_, index) => kept[index]), labels: labels.filter((_, index) => kept[index]) };
}

function readSelection(selection: RawForm): Chosen {
  const values = listOf(selection['value']).flatMap((tuple) => {
    const cells = listOf(tuple).map((cell) => filterCell(cell as Cell));
    return cells.length > 0 && cells.every((cell) => cell !== undefined) ? [cells] : [];
  });
  return { values, labels: listOf(selection['selectedValues']).map(String) };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
