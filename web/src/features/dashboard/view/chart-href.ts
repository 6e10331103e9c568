/** Where a chart is explored; the page takes over the colours that the chart has on this dashboard. */
export function chartHref(chartId: number, dashboardId: number | null): string {
  return `/explore/?slice_id=${chartId}${dashboardId === null ? '' : `&from_dashboard=${dashboardId}`}`;
}
