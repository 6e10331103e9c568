/** What Explore begins with: a stored state, a link, a chart, a datasource, or several of them. */
export type ExploreStartKeys = {
  readonly formDataKey: string | null;
  readonly permalinkKey: string | null;
  readonly chartId: number | null;
  readonly datasource: { readonly id: number; readonly type: string } | null;
};

/** Parameters of the call that Explore begins with; empty where nothing is known. Page and server ask alike by it. */
export function exploreStartSearch({ formDataKey, permalinkKey, chartId, datasource }: ExploreStartKeys): string {
  const parameters = new URLSearchParams();
  if (formDataKey !== null) parameters.set('form_data_key', formDataKey);
  if (permalinkKey !== null) parameters.set('permalink_key', permalinkKey);
  if (chartId !== null) parameters.set('slice_id', String(chartId));
  if (datasource !== null) {
    parameters.set('datasource_id', String(datasource.id));
    parameters.set('datasource_type', datasource.type);
  }
  return parameters.toString();
}
