import { printExactJson } from '@tessera/core/exact-json';
import type { RawForm } from '@tessera/core/form-data';
import { hrefOf } from '@tessera/core/pages';
import type { KeyBody } from '@tessera/server/contract';
import { request } from '../../api/client.ts';
import type { Datasource } from '../chart-data.ts';

/** Where a chart with these settings is explored; the server keeps them, for they may be longer than an address. */
export async function exploreHref({ id, type }: Datasource, chartId: number | 'new', form: RawForm): Promise<string> {
  const { key } = await request<KeyBody>('/explore/form_data', {
    method: 'POST',
    body: {
      datasource_id: id,
      datasource_type: type,
      chart_id: chartId === 'new' ? null : chartId,
      form_data: printExactJson(form),
    },
  });
  const parameters = new URLSearchParams({ form_data_key: key });
  if (chartId !== 'new') parameters.set('slice_id', String(chartId));
  parameters.set('datasource_id', String(id));
  parameters.set('datasource_type', type);
  return hrefOf('explore', {}, parameters);
}
