/** What addresses of charts and dashboards say to the page itself, and calls for data in an address of their own. */
const OWN = new Set(
  (
    'ask dashboard_id dashboardId dataset_id datasource_id datasource_type force form_data form_data_key ' +
    'native_filters native_filters_key permalink_key preselect_filters slice_id stale_ok tabs'
  ).split(' '),
);

/** What an address says beside that: for templates, which read it by `url_param`. */
export function pageParameters(search: string | URLSearchParams): [string, string][] {
  return [...new URLSearchParams(search)].filter(([name]) => !OWN.has(name));
}
