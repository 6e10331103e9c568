import type { RawForm } from '@tessera/core/form-data';
import type { LinkBody } from '@tessera/server/contract';
import { request } from '../api/client.ts';
import { pageParameters } from '../api/page-parameters.ts';

/** The form that a link to a draft stands for; it names the chart that the draft belongs to. */
export function linkedForm(form: RawForm, chart: { readonly id: number } | null): RawForm {
  return { ...form, ...(chart ? { slice_id: chart.id } : {}) };
}

/** A lasting link to the chart as it is set ([7.4-08]). */
export async function makePermalink(form: RawForm): Promise<string> {
  const { url } = await request<LinkBody>('/explore/permalink', {
    method: 'POST',
    body: { formData: form, urlParams: pageParameters(location.search) },
  });
  return new URL(url, location.href).href; // a server without a configured address answers a path
}
