import { columnLabel, type RawForm } from '@tessera/core/form-data';
import { readColumns } from '../control-kinds/columns.ts';
import type { QueryResult } from '../define.ts';

/** The column of the axis of a form; of older ones that of their time. */
export function axisName(form: RawForm): string {
  const [axis] = readColumns(form['x_axis']);
  return axis === undefined ? '__timestamp' : columnLabel(axis);
}

/** The grain by which an axis of time was made; null on any other. */
export function grainOfAxis({ table }: Pick<QueryResult, 'table'>, form: RawForm): string | null {
  const grain = form['time_grain_sqla'];
  return typeof grain === 'string' && table.columns.get(axisName(form))?.kind === 'temporal' ? grain : null;
}
