import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import type { Principal } from '../../principal.ts';
import { assertVersion, changed } from '../../metadata/audit.ts';
import { applyFilterChanges } from './filter-changes.ts';
import { isObject, splitMetadata, storedMetadata } from './json-metadata.ts';
import { type DashboardColors, type FilterChanges } from './schema.ts';
import type { Needs } from './needs.ts';
import { editable } from './read.ts';
import { assertMayOpen, contentAfter, shared } from './sharing-checks.ts';
import { save } from './save.ts';

/** So often a change is made again to what others saved meanwhile. */
const MERGE_TURNS = 50;

/** [7.4-04] @returns the filters after the change */
export async function changeFilters(
  needs: Needs,
  principal: Principal,
  key: string,
  changes: FilterChanges,
  ifMatch: string | undefined,
): Promise<{ readonly filters: readonly unknown[]; readonly version: number }> {
  for (let turn = 0; ; turn += 1) {
    const row = await editable(needs, principal, key);
    assertVersion('dashboard', row, ifMatch);
    const metadata = storedMetadata(row.json_metadata);
    const present = Array.isArray(metadata['native_filter_configuration'])
      ? metadata['native_filter_configuration'].filter(hasId)
      : [];
    const filters = applyFilterChanges(present, changes);
    const after = { ...metadata, native_filter_configuration: filters };
    await assertMayOpen(
      needs,
      principal,
      await shared(needs, row),
      await contentAfter(needs, row, {}, { json_metadata: printExactJson(after) }),
    );
    const change = {
      json_metadata: printExactJson(after),
      ...changed(principal, needs.now()),
    };
    // The change is made to what is there now: what another user saved meanwhile is read again and not written
    // over.
    if (await needs.dashboards.update(row.id, change, {}, row.version)) return { filters, version: row.version + 1 };
    if (turn === MERGE_TURNS) throw new AppError('stale_version', { object: 'dashboard', version: row.version + 1 });
  }
}

/** [7.4-06] With `markUpdated` false the change counts as nobody's: neither its author nor its version moves. */
export async function changeColors(
  needs: Needs,
  principal: Principal,
  key: string,
  colors: DashboardColors,
  markUpdated: boolean,
): Promise<Readonly<Record<string, unknown>>> {
  const row = await editable(needs, principal, key);
  const { metadata } = splitMetadata(printExactJson({ ...storedMetadata(row.json_metadata), ...colors }));
  await save(
    needs,
    row,
    { json_metadata: printExactJson(metadata), ...(markUpdated ? changed(principal, needs.now()) : {}) },
    {},
    undefined,
  );
  return metadata;
}

function hasId(value: unknown): value is { readonly id: string } {
  return isObject(value) && typeof value['id'] === 'string';
}
