import { AppError } from '@tessera/core/errors/app-error';
import { groupBy } from '@tessera/core/group-by';
import { message } from '@tessera/core/messages';
import { columnsIn, labelIn, metricsIn, nameOf, type LegacyPayload, type LegacyRow } from '../legacy.ts';

/** Points by series, each with its row. */
export const bubble: LegacyPayload = {
  query: (form, base) => {
    const metrics = metricsIn(form, 'size', 'x', 'y');
    if (metrics.length !== 3)
      throw new AppError('viz_data', { reason: message('form_data: x, y and size must be three different metrics') });
    const limit = Number(form['limit'] ?? 0);
    return {
      ...base,
      columns: columnsIn(form, 'entity', 'series'),
      metrics,
      ...(Number.isInteger(limit) && limit > 0 && { row_limit: limit }),
      series_limit: 0,
    };
  },
  data: (rows, form) => {
    const [x, y, size, entity] = ['x', 'y', 'size', 'entity'].map((key) => labelIn(form, key));
    const series = columnsIn(form, 'series').length > 0 ? labelIn(form, 'series') : (entity ?? '');
    const pointOf = (row: LegacyRow) => ({
      ...row,
      x: row[x ?? ''],
      y: row[y ?? ''],
      size: row[size ?? ''],
      shape: 'circle',
      group: row[series],
    });
    return [...groupBy(rows, (row) => nameOf(row[series]))].map(([key, own]) => ({ key, values: own.map(pointOf) }));
  },
};
