import { AppError } from '@tessera/core/errors/app-error';
import type { Principal } from '../../principal.ts';
import { seesRules } from '../../chart-data/edge/redact.ts';
import { mayReadDataset } from '../access/policy.ts';
import type { RelatedObjects } from '../databases/store.ts';
import { factsOf, mayEditDataset, seesSqlOf } from './policy.ts';
import { presentDataset } from './present.ts';
import type { DatasetItem } from './schema.ts';
import { resolve } from './resolved.ts';
import type { FullDataset } from './store.ts';
import type { Needs } from './needs.ts';
import type { Source } from './source.ts';
import { compareColumns, type ColumnChanges } from './sync.ts';
import { sourceOf, sourceRef } from './source-columns.ts';

export function shown(needs: Needs, principal: Principal, full: FullDataset): DatasetItem {
  return presentDataset(full, needs.now().getTime(), seesSqlOf(principal, factsOf(full)));
}

/** @throws AppError not_found */
export async function visible(needs: Needs, principal: Principal, idOrUuid: number | string): Promise<FullDataset> {
  const row = await needs.datasets.find(idOrUuid);
  const [full] = row ? await needs.datasets.complete([row]) : [];
  if (!full || !mayReadDataset(principal, factsOf(full))) throw new AppError('not_found', {});
  return full;
}

/** @throws AppError not_found, edit_denied */
export async function editable(needs: Needs, principal: Principal, id: number): Promise<FullDataset> {
  const full = await visible(needs, principal, id);
  if (!mayEditDataset(principal, factsOf(full))) throw new AppError('edit_denied', { object: 'dataset' });
  return full;
}

export async function loaded(needs: Needs, id: number): Promise<FullDataset> {
  const row = await needs.datasets.find(id);
  const [full] = row ? await needs.datasets.complete([row]) : [];
  if (!full) throw new AppError('not_found', {});
  return full;
}

export async function readDataset(needs: Needs, principal: Principal, idOrUuid: number | string): Promise<DatasetItem> {
  return shown(needs, principal, await visible(needs, principal, idOrUuid));
}

/**
 * The same with its texts as templates make them for the reader, to those who may see SQL.
 * @throws AppError
 * not_found, template_…
 */
export async function readRendered(
  needs: Needs,
  principal: Principal,
  idOrUuid: number | string,
): Promise<DatasetItem> {
  const full = await visible(needs, principal, idOrUuid);
  const item = shown(needs, principal, full);
  const seesSql = seesSqlOf(principal, factsOf(full));
  const dataset = resolve(full, '');
  const rendered = (text: string | null): Promise<string | null> =>
    text === null || !seesSql
      ? Promise.resolve(null)
      : needs.withSource(principal, dataset, text, async (sql, holdsRules) =>
          holdsRules && !seesRules(principal) ? null : sql,
        );
  const withRendered = <T extends { readonly expression: string | null }>(parts: readonly T[]) =>
    Promise.all(parts.map(async (part) => ({ ...part, rendered_expression: await rendered(part.expression) })));
  return {
    ...item,
    rendered_sql: await rendered(item.sql),
    columns: await withRendered(item.columns),
    metrics: await withRendered(item.metrics),
  };
}

/** Charts and dashboards that use the dataset. */
export async function related(
  needs: Needs,
  principal: Principal,
  id: number,
): Promise<Pick<RelatedObjects, 'charts' | 'dashboards'>> {
  return needs.datasets.related(principal, (await visible(needs, principal, id)).row.id);
}

/** Columns as the source has them now, and how that differs, without saving anything. */
export async function external(
  needs: Needs,
  principal: Principal,
  id: number,
): Promise<Source & { readonly changes: ColumnChanges }> {
  const full = await visible(needs, principal, id);
  const source = await sourceOf(needs, principal, resolve(full, ''), sourceRef(full));
  return { ...source, changes: compareColumns(full.columns, source.columns) };
}
