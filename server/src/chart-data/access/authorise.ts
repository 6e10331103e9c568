import { AppError } from '@tessera/core/errors/app-error';
import type { Principal } from '../../principal.ts';
import type { AccessPath, AccessRequest, ThroughDashboard } from './access-path.ts';
import type { ResolvedDataset } from '../dataset.ts';
import { editorKindOf, isDatasetKind, readDatasource, type EditorKind } from '../dataset-kind.ts';

/** Finds a dataset in its present version; `null` when there is none. */
export type DatasetReader = (id: number) => Promise<ResolvedDataset | null>;
/** A query of the SQL editor as a dataset, for whoever may make a chart of it; `null` for everybody else. */
export type EditorSourceReader = (
  principal: Principal,
  kind: EditorKind,
  id: number,
  signal: AbortSignal,
) => Promise<ResolvedDataset | null>;
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
  readonly editorSource: EditorSourceReader;
};

/**
 * The dataset that a request asks, and the path by which the principal reaches it. One that it may not reach answers
 * like one that is not there, so that nobody can count what is hidden.
 *
 * @throws AppError unknown_datasource_type, dataset_not_found, dashboard_query_denied
 */
export async function authorise<R extends AccessRequest & { readonly signal: AbortSignal }>(
  request: R,
  needs: Needs,
): Promise<Authorised<R>> {
  if (request.unsaved) {
    const path: AccessPath = { kind: 'own' };
    return { dataset: request.unsaved, path, request: { ...request, path } };
  }
  const { id, kind } = readDatasource(request.context.datasource);
  const editorKind = editorKindOf(kind);
  if (editorKind !== null) {
    const source = id === null ? null : await needs.editorSource(request.principal, editorKind, id, request.signal);
    if (!source) throw new AppError('dataset_not_found', {});
    const path: AccessPath = { kind: 'own' };
    return { dataset: source, path, request: { ...request, path } };
  }
  if (!isDatasetKind(kind)) throw new AppError('unknown_datasource_type', { type: kind });
  const dataset = id === null ? null : await needs.datasets(id);
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
