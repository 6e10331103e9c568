import { expect, type APIResponse, type Page } from '@playwright/test';

/** Objects that a journey finds or makes for itself, through the API and as the user who is signed in. */

/**
 * The number of the one object whose column has this value.
 *
 * @param resource  Address of its list below `/api/v1`, such as `dataset` or `security/roles`.
 * @throws Error when there is none, or more than one
 */
export async function idOf(page: Page, resource: string, column: string, value: string): Promise<number> {
  const search = JSON.stringify({ filters: [{ col: column, opr: 'eq', value }] });
  const answer = await page.request.get(`/api/v1/${resource}/?q=${encodeURIComponent(search)}`);
  const { ids = [] } = (await answer.json()) as { readonly ids?: readonly number[] };
  const [id] = ids;
  if (id === undefined || ids.length > 1)
    throw new Error(`${ids.length} of ${resource} have the ${column} "${value}" (${answer.status()})`);
  return id;
}

export const datasetId = (page: Page, name: string): Promise<number> => idOf(page, 'dataset', 'table_name', name);

/** @returns the id of what was made */
export async function make(page: Page, resource: string, data: Readonly<Record<string, unknown>>): Promise<number> {
  return ((await (await write(page, 'POST', `/api/v1/${resource}/`, data)).json()) as { readonly id: number }).id;
}

export async function change(page: Page, address: string, data: Readonly<Record<string, unknown>>): Promise<void> {
  await write(page, 'PUT', address, data);
}

/** Fails with what the server says when it refuses. */
export async function write(
  page: Page,
  method: 'POST' | 'PUT' | 'DELETE',
  address: string,
  data?: Readonly<Record<string, unknown>>,
): Promise<APIResponse> {
  const { result } = (await (await page.request.get('/api/v1/security/csrf_token/')).json()) as {
    readonly result: string;
  };
  const response = await page.request.fetch(address, {
    method,
    headers: { 'X-CSRFToken': result },
    ...(data === undefined ? {} : { data }),
  });
  expect(response.ok(), `${method} ${address}: ${await response.text()}`).toBe(true);
  return response;
}

/** A chart with this form on a dashboard. @returns its id */
export async function chartOn(
  page: Page,
  dashboard: number,
  name: string,
  dataset: number,
  form: Readonly<Record<string, unknown>> & { readonly viz_type: string },
): Promise<number> {
  const params = JSON.stringify({ ...form, datasource: `${dataset}__table` });
  return make(page, 'chart', {
    slice_name: name,
    viz_type: form.viz_type,
    datasource_id: dataset,
    datasource_type: 'table',
    params,
    dashboards: [dashboard],
  });
}
