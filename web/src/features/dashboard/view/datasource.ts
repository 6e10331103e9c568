import type { Datasource } from '../../../chart/chart-data.ts';

/** `{id}__{type}` in any case ([3.1-02]); null for whatever is not. */
export function readDatasource(name: string | null): Datasource | null {
  const [, id, type] = /^(\d{1,10})__(\w+)$/.exec(name ?? '') ?? [];
  return id === undefined || type === undefined ? null : { id: Number(id), type: type.toLowerCase() };
}
