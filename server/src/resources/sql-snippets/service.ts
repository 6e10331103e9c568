import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { message } from '@tessera/core/messages';
import { bindAll } from '../../bind-all.ts';
import { hasAccount, type Principal } from '../../principal.ts';
import { parseJsonText } from '../json-text.ts';
import type { KeyValueStore } from '../key-value/store.ts';
import type { SqlSnippet } from './schema.ts';

type Needs = { readonly store: KeyValueStore; readonly now: () => Date };
export type SqlSnippetService = ReturnType<typeof createSqlSnippetService>;

/** Texts of the SQL editor that a user stores under names. */
export function createSqlSnippetService(needs: Needs) {
  return bindAll(needs, { read, write });
}

/** @throws AppError forbidden */
async function read({ store, now }: Needs, principal: Principal): Promise<readonly SqlSnippet[]> {
  const entry = await store.read('sql_snippets', ownKey(principal), now());
  const value = entry && parseJsonText(entry.value);
  return Array.isArray(value) ? (value as readonly SqlSnippet[]) : [];
}

/** All of them at once: none that is left out stays. @throws AppError invalid_fields, forbidden */
async function write(
  { store, now }: Needs,
  principal: Principal,
  snippets: readonly SqlSnippet[],
): Promise<readonly SqlSnippet[]> {
  const mine = ownKey(principal);
  if (new Set(snippets.map(({ name }) => name)).size < snippets.length)
    throw new AppError('invalid_fields', { fields: { snippets: [message('Two of them have the same name.')] } });
  if (snippets.length === 0) await store.remove('sql_snippets', mine);
  else await store.write('sql_snippets', mine, printExactJson(snippets), principal.userId, now(), null);
  return snippets;
}

/** @throws AppError forbidden */
function ownKey(principal: Principal): string {
  if (!hasAccount(principal)) throw new AppError('forbidden', {});
  return String(principal.userId);
}
