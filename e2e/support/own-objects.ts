import { expect, type Page } from '@playwright/test';

/** Objects that a journey makes for itself, through the API and as the person who is signed in. */

export async function datasetId(page: Page, name: string): Promise<number> {
  const { ids } = (await (await page.request.get(`/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:${name})))`)).json()) as { readonly ids: readonly number[] };
  return ids[0] ?? 0;
}

/** @returns the id of what was made */
export async function make(page: Page, resource: 'chart' | 'dashboard', data: Readonly<Record<string, unknown>>): Promise<number> {
  return ((await (await write(page, 'post', `/api/v1/${resource}/`, data)).json()) as { readonly id: number }).id;
}

export async function change(page: Page, address: string, data: Readonly<Record<string, unknown>>): Promise<void> {
  await write(page, 'put', address, data);
}

async function write(page: Page, method: 'post' | 'put', address: string, data: Readonly<Record<string, unknown>>) {
  const { result } = (await (await page.request.get('/api/v1/security/csrf_token/')).json()) as { readonly result: string };
  const response = await page.request[method](address, { data, headers: { 'X-CSRFToken': result } });
  expect(response.ok(), `${method} ${address}`).toBe(true);
  return response;
}

/** A chart with this form on a dashboard. @returns its id */
export async function chartOn(page: Page, dashboard: number, name: string, dataset: number, form: Readonly<Record<string, unknown>> & { readonly viz_type: string }): Promise<number> {
  const params = JSON.stringify({ ...form, datasource: `${dataset}__table` });
  return make(page, 'chart', { slice_name: name, viz_type: form.viz_type, datasource_id: dataset, datasource_type: 'table', params, dashboards: [dashboard] });
}
