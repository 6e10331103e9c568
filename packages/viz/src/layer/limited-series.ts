import type { RawForm } from '@tessera/core/form-data';
import { readColumns } from '../control-kinds/columns.ts';
import { readInteger } from '../control-kinds/read.ts';
import type { QueryResult } from '../define.ts';

/** As a query names what it gathers. */
const OTHERS = 'Others';

export type LimitedSeries = { readonly shown: number; readonly hasOthers: boolean };

/**
 * The series that a limit of the author leaves, of an answer with a column for each series behind its axis.
 *
 * @returns null where no limit is set, or the answer holds fewer series than it allows
 */
export function limitedSeries(result: QueryResult | undefined, form: RawForm): LimitedSeries | null {
  const limit = readInteger(form['limit']) ?? 0;
  const dimensions = readColumns(form['groupby']).length;
  if (!result || limit <= 0 || dimensions === 0) return null;
  const { labelMap, table } = result;
  const hasLabels = Object.keys(labelMap).length > 0;
  const series = new Set<string>();
  for (const name of [...table.columns.keys()].slice(1)) {
    const parts = labelMap[name] ?? (hasLabels ? [] : [name]);
    if (parts.length >= dimensions) series.add(JSON.stringify(parts.slice(-dimensions)));
  }
  const gathered = JSON.stringify(Array.from({ length: dimensions }, () => OTHERS));
  const groups = form['group_others_when_limit_reached'] === true;
  const hasOthers = groups && series.delete(gathered);
  return hasOthers || (!groups && series.size >= limit) ? { shown: series.size, hasOthers } : null;
}
