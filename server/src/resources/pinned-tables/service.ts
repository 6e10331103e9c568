import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { bindAll } from '../../bind-all.ts';
import { hasAccount, type Principal } from '../../principal.ts';
import type { DatabaseStore } from '../databases/store.ts';
import { parseJsonText } from '../json-text.ts';
import type { KeyValueStore } from '../key-value/store.ts';
import type { PinnedTable } from './schema.ts';

type Needs = {
  readonly databases: Pick<DatabaseStore, 'findFor'>;
  readonly store: KeyValueStore;
  readonly now: () => Date;
};

export type PinnedTableService = ReturnType<typeof createPinnedTableService>;

/** Tables that a user keeps at the top of the schema bar, by database. */
export function createPinnedTableService(needs: Needs) {
  return bindAll(needs, { read, write });
}

/** @throws AppError not_found, forbidden */
async function read(needs: Needs, principal: Principal, databaseId: number): Promise<readonly PinnedTable[]> {
  const entry = await needs.store.read('pinned_tables', await ownKey(needs, principal, databaseId), needs.now());
  const value = entry && parseJsonText(entry.value);
  return Array.isArray(value) ? (value as readonly PinnedTable[]) : [];
}

/** All of them at once: none that is left out stays. @throws AppError not_found, forbidden */
async function write(
  needs: Needs,
  principal: Principal,
  databaseId: number,
  tables: readonly PinnedTable[],
): Promise<readonly PinnedTable[]> {
  const mine = await ownKey(needs, principal, databaseId);
  if (tables.length === 0) await needs.store.remove('pinned_tables', mine);
  else await needs.store.write('pinned_tables', mine, printExactJson(tables), principal.userId, needs.now(), null);
  return tables;
}

/** @throws AppError not_found, forbidden */
async function ownKey({ databases }: Needs, principal: Principal, databaseId: number): Promise<string> {
  if (!(await databases.findFor(principal, databaseId))) throw new AppError('not_found', {});
  if (!hasAccount(principal)) throw new AppError('forbidden', {});
  return `${databaseId}:${principal.userId}`;
}
