import { mergeExtraFormData, type ExtraFormData } from '../filters/data-mask.ts';
import { extraFiltersOf } from '../filters/extra-filters.ts';
import type { RawForm } from '../form-data.ts';
import type { QueryObject } from '../query-object.ts';
import { withLent } from './lent-form.ts';
import { partsOf, type Part } from './provenance.ts';
import {
  reaches,
  type AppliedMask,
  type EffectiveInput,
  type MaskSource,
  type Source,
  type TimeOverride,
} from './sources.ts';

/** What one chart asks, and why. */
export type EffectiveQuery = {
  readonly input: EffectiveInput;
  /** Form data with all filters in it; the very object of the input where nothing is added. */
  readonly form: RawForm;
  readonly queries: readonly QueryObject[];
  /** Every part of every query with its sources. */
  readonly parts: readonly Part[];
  /** The masks that reach the chart with something in them, in the order in which they merge. */
  readonly applied: readonly MaskSource[];
};

/** `buildQueries` of a chart type: core knows no chart types. */
export type BuildQueries = (
  form: RawForm,
  context: { readonly ownState: RawForm; readonly forExport?: boolean },
) => readonly QueryObject[];

/**
 * What a chart asks: its form, then what the address, the masks in scope and the time override add, then its own state.
 *
 * Lists of filters are joined in this order; of single values (time range, column, grain) the last one wins. A saved
 * `extra_form_data` gives way as soon as a mask reaches the chart. Without any of them it is the query of the form.
 * @throws what `build` throws for a form that the type cannot read
 */
export function effectiveQuery(input: EffectiveInput, build: BuildQueries): EffectiveQuery {
  const { forExport } = input;
  const reaching = input.masks.filter((mask) => reaches(mask, input.chartId));
  const layers = stepsOf(input, reaching).map(({ source, form, ownState }) => ({
    source,
    form,
    queries: build(form, { ownState, ...(forExport === undefined ? {} : { forExport }) }),
  }));
  const { form, queries } = layers.at(-1) ?? { form: input.form, queries: [] };
  const acting = reaching.filter(({ extraFormData }) => Object.keys(extraFormData).length > 0);
  return { input, form, queries, parts: partsOf(layers), applied: acting.map(({ source }) => source) };
}

type Step = { readonly source: Source; readonly form: RawForm; readonly ownState: RawForm };

/** The chart alone, then with each source added to those before; the last one is the effective query. */
function stepsOf(input: EffectiveInput, reaching: readonly AppliedMask[]): readonly Step[] {
  const { form: saved, timeOverride } = input;
  const ownState = withoutClientView(input.ownState);
  const filters = extraFiltersOf(input.url);
  const addressed = filters.length === 0 ? saved : { ...saved, extra_filters: filters };
  const lent = reaching.map((mask) => lentBy(mask, saved));
  const lending = (parts: readonly ExtraFormData[]): RawForm => withLent(addressed, mergeExtraFormData(parts));

  const steps: Step[] = [{ source: { kind: 'chart' }, form: saved, ownState: {} }];
  const add = (source: Source, form: RawForm) => steps.push({ source, form, ownState: {} });
  if (filters.length > 0) add({ kind: 'url' }, addressed);
  reaching.forEach(({ source }, index) => add(source, lending(lent.slice(0, index + 1))));
  if (timeOverride)
    add({ kind: 'time_override', from: timeOverride.from }, lending([...lent, overrideOf(timeOverride)]));
  if (Object.keys(ownState).length > 0)
    steps.push({ source: { kind: 'own_state' }, form: steps.at(-1)?.form ?? saved, ownState });
  return steps;
}

/** A time column is one of the dataset of its filter; charts of another dataset have none of that name. */
function lentBy({ extraFormData, datasetId }: AppliedMask, { datasource }: RawForm): ExtraFormData {
  const { granularity_sqla: column, ...rest } = extraFormData;
  const isOfAnother = typeof datasource === 'string' && datasource.split('__')[0] !== String(datasetId);
  return column === undefined || datasetId === undefined || !isOfAnother ? extraFormData : rest;
}

function overrideOf({ range, column, grain }: TimeOverride): ExtraFormData {
  return {
    ...(range === undefined ? {} : { time_range: range }),
    ...(column === undefined ? {} : { granularity_sqla: column }),
    ...(grain === undefined ? {} : { time_grain_sqla: grain }),
  };
}

/** View state of a chart alone requests nothing. */
function withoutClientView({ clientView: _, ...state }: RawForm): RawForm {
  return state;
}
