import type { DeepReadonly } from '@tessera/core/deep-readonly';
import { printExactJson } from '@tessera/core/exact-json';
import type { RawForm } from '@tessera/core/form-data';
import type { ChartPost } from '@tessera/server/contract';
import { kindOf } from '@tessera/viz/control-kinds/index';
import type { AnyViz } from '@tessera/viz/erase';
import { queryContextOf } from '@tessera/viz/query-context';
import { datasourceKey, type DatasetFields } from '../controls/fields.ts';

/** What POST and PUT of a chart take ([3.3-01]). Owners are left out when a chart is overwritten: they stay. */
export type ChartPayload = DeepReadonly<
  Required<Pick<ChartPost, 'slice_name' | 'datasource_id' | 'datasource_type'>> & {
    [Key in 'viz_type' | 'params' | 'query_context' | 'dashboards']: NonNullable<ChartPost[Key]>;
  } & Pick<ChartPost, 'owners'>
>;

/**
 * The form as it is retained: filters of a dashboard and of an address left out, the dataset and the type of the chart
 * written in ([5.0-16]).
 */
export function formToSave(form: RawForm, viz: AnyViz, dataset: DatasetFields): RawForm {
  const { extra_form_data: _lent, extra_filters: _addressed, slice_id: _id, dashboards: _dashboards, ...kept } = form;
  const written = Object.entries(viz.controls).flatMap(([key, control]) => {
    const { save } = kindOf(control);
    return save && key in kept ? [[key, save(kept[key])] as const] : [];
  });
  return {
    ...kept,
    ...Object.fromEntries(written),
    datasource: datasourceKey(dataset),
    viz_type: viz.type,
  };
}

export function chartPayload(
  name: string,
  form: RawForm,
  viz: AnyViz,
  dataset: DatasetFields,
  dashboards: readonly number[],
  isNew: boolean,
): ChartPayload {
  const saved = formToSave(form, viz, dataset);
  const payload: ChartPayload = {
    slice_name: name,
    viz_type: viz.type,
    datasource_id: dataset.id,
    datasource_type: dataset.type,
    params: printExactJson(saved),
    query_context: printExactJson(queryContextOf(saved, viz, dataset)),
    dashboards,
  };
  return isNew ? { ...payload, owners: [] } : payload;
}
