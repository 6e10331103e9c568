import { AppError } from '@tessera/core/errors/app-error';
import { message, type Words } from '@tessera/core/messages';
import { readerName } from '@tessera/query/extract/reader-names';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import { isStored } from './shape.ts';

/** Why a dataset cannot have an extract; null where it can. */
export function blockedBy(dataset: ResolvedDataset): Words | null {
  if (!isStored(dataset.dialect))
    return message('The embedded engine does not compare values as %(database)s does.', {
      database: dataset.databaseName,
    });
  const { source } = dataset;
  const name = source.kind === 'sql' ? readerName(source.sql, new Set(Object.keys(dataset.templateParams))) : null;
  return name === null
    ? null
    : message('Its query has a template that may say something else for each reader (%(name)s).', { name });
}

/** @throws AppError extract_impossible */
export function assertPossible(dataset: ResolvedDataset): void {
  const reason = blockedBy(dataset);
  if (reason !== null) throw new AppError('extract_impossible', { reason });
}

/** @throws AppError rejected_fields for a column that does not tell newer rows from older ones */
export function assertWatermark(dataset: ResolvedDataset, name: string | null): void {
  if (name === null) return;
  const column = dataset.columns.find((one) => one.name === name);
  if (column?.expression === null && (column.kind === 'numeric' || column.kind === 'temporal')) return;
  throw new AppError('rejected_fields', {
    fields: {
      watermark: [message('%(name)s is no column of times or numbers of the source.', { name })],
    },
  });
}
