import { AppError } from '@tessera/core/errors/app-error';
import type { PostStep } from '@tessera/core/query-object';
import type { Table } from '@tessera/core/table';

/** @throws AppError post_processing */
export function applyPostProcessing(table: Table, steps: readonly PostStep[]): Table {
  const [first] = steps;
  if (first) throw new AppError('post_processing', { reason: `Unknown operation ${first.operation}` });
  return table;
}
