import { AppError } from '@tessera/core/errors/app-error';
import type { Principal } from '../../principal.ts';
import type { AccessPath, AccessRequest, ThroughDashboard } from './access-path.ts';
import type { ResolvedDataset } from '../dataset.ts';
import { isDatasetKind } from '../dataset-kind.ts';

/** Finds a dataset in its present version; `null` when there is none. */
export type DatasetReader = (id: number) => Promise<ResolvedDataset | null>;
export type MayRead = (principal: Principal, dataset: ResolvedDataset) => boolean;

export type Authorised<R extends AccessRequest> = {
  readonly dataset: ResolvedDataset;
  readonly path: AccessPath;
  /** The request as it goes on: what follows sees nothing that the path does not allow. */
  readonly request: R;
};

type Needs = {
  readonly datasets: DatasetReader;
  readonly mayRead: MayRead;
  readonly throughDashboard: ThroughDashboard;
};

/**
 * The dataset that a request asks, and the path by which the principal reaches it. One that it may not reach answers
 * like one that is not there, so that nobody can count what is hidden.
 *
 * @throws AppError unknown_datasource_type, dataset_not_found, dashboard_query_denied
 */
export async function authorise<R extends AccessRequest>(request: R, needs: Needs): Promise<Authorised<R>> {
  if (request.unsaved) {
    const path: AccessPath = { kind: 'own' };
    return { dataset: request.unsaved, path, request: { ...request, path } };
  }
  const { id, type } = request.context.datasource;
  // Old clients send `17__table` in one chunk.
  const [idText = '', typeInId] = String(id).split('__');
  const kind = type ?? typeInId ?? 'table';
  if (!isDatasetKind(kind)) throw new AppError('unknown_datasource_type', { type: kind });
  const dataset = /^[1-9]\d{0,9}$/.test(idText) ? await needs.datasets(Number(idText)) : null;
  if (!dataset) throw new AppError('dataset_not_found', {});
  if (needs.mayRead(request.principal, dataset)) {
    const path: AccessPath = { kind: 'own' };
    return { dataset, path, request: { ...request, path } };
  }
  const opened = await needs.throughDashboard(request, dataset);
  if (!opened) throw new AppError('dataset_not_found', {});
  // The address is the client's own text, and templates read it.
  return { dataset, path: opened.path, request: { ...request, ...opened, addressed: {} } };
}
