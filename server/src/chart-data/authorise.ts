import { AppError } from '@tessera/core/errors/app-error';
import type { QueryContext } from '@tessera/core/query-object';
import type { Actor } from '../actor.ts';
import type { ResolvedDataset } from './dataset.ts';
import { isDatasetKind } from './dataset-kind.ts';

/** Finds a dataset in its present version; `null` when there is none. */
export type DatasetReader = (id: number) => Promise<ResolvedDataset | null>;
export type MayRead = (actor: Actor, dataset: ResolvedDataset) => boolean;

/**
 * The dataset that a request asks, if this person may read it. One that may not be read answers like one that is not
 * there, so that nobody can count what is hidden.
 *
 * @throws AppError unknown_datasource_type, dataset_not_found
 */
export async function authorise(
  actor: Actor,
  { id, type }: QueryContext['datasource'],
  datasets: DatasetReader,
  mayRead: MayRead,
): Promise<ResolvedDataset> {
  // Old clients send `17__table` in one piece.
  const [idText = '', typeInId] = String(id).split('__');
  const kind = type ?? typeInId ?? 'table';
  if (!isDatasetKind(kind)) throw new AppError('unknown_datasource_type', { type: kind });
  const dataset = /^[1-9]\d{0,9}$/.test(idText) ? await datasets(Number(idText)) : null;
  if (!dataset || !mayRead(actor, dataset)) throw new AppError('dataset_not_found', {});
  return dataset;
}
