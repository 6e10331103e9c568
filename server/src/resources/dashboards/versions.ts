import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { chartIdsOf } from '@tessera/core/layout/charts';
import { readLayout } from '@tessera/core/layout/stored';
import type { Static } from 'typebox';
import type { Principal } from '../../principal.ts';
import { storedMetadata } from './json-metadata.ts';
import type { Needs } from './needs.ts';
import { editable } from './read.ts';
import type { Saved } from './save.ts';
import type { VersionBody, VersionRow } from './schema.ts';
import type { DashboardVersion } from './versions-store.ts';
import { update } from './write.ts';

/** What was saved, the newest first, for who may edit. @throws AppError not_found, edit_denied */
export async function versions(
  needs: Needs,
  principal: Principal,
  key: string,
): Promise<readonly Static<typeof VersionRow>[]> {
  const row = await editable(needs, principal, key);
  const all = await needs.dashboards.versionsOf(row.id);
  const people = await needs.dashboards.people(all.flatMap(({ created_by: id }) => id ?? []));
  return all.map(({ version, created_on, created_by, changes }, at) => {
    const person = created_by === null ? undefined : people.get(created_by);
    return {
      version,
      created_on,
      created_by:
        person === undefined ? null : { id: person.id, first_name: person.first_name, last_name: person.last_name },
      changes: changes === null ? null : changes.map((operation) => ({ ...operation })),
      is_current: at === 0,
    };
  });
}

/** One version whole. @throws AppError not_found, edit_denied */
export async function readVersion(
  needs: Needs,
  principal: Principal,
  key: string,
  version: number,
): Promise<Static<typeof VersionBody>> {
  const { created_on, content } = await versionFor(needs, principal, key, version);
  const placed = chartIdsOf(readLayout(content.position_json));
  const seen = new Set((await needs.dashboards.visibleCharts(principal, placed)).map(({ id }) => id));
  return { version, created_on, ...content, missing_charts: placed.filter((id) => !seen.has(id)) };
}

/** Make a version the newest: a write like any other, decided like any other. */
export async function restore(
  needs: Needs,
  principal: Principal,
  key: string,
  version: number,
  ifMatch: string | undefined,
): Promise<Saved> {
  const { content } = await versionFor(needs, principal, key, version);
  const { json_metadata, position_json, ...columns } = content;
  return update(
    needs,
    principal,
    key,
    {
      ...columns,
      json_metadata: printExactJson({
        ...storedMetadata(json_metadata),
        ...(position_json === null ? {} : { positions: storedMetadata(position_json) }),
      }),
    },
    ifMatch,
  );
}

async function versionFor(needs: Needs, principal: Principal, key: string, version: number): Promise<DashboardVersion> {
  const row = await editable(needs, principal, key);
  const found = await needs.dashboards.versionOf(row.id, version);
  if (found === null) throw new AppError('not_found', {});
  return found;
}
