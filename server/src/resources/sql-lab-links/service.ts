import { hrefOf } from '@tessera/core/pages';
import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { message } from '@tessera/core/messages';
import { bindAll } from '../../bind-all.ts';
import type { OneByOne } from '../../one-by-one.ts';
import { can, type Principal } from '../../principal.ts';
import { abilitiesOf } from '../databases/abilities.ts';
import type { DatabaseRow, DatabaseStore } from '../databases/store.ts';
import type { TabService } from '../editor-tabs/service.ts';
import { contentKey, plainKey } from '../key-value/keys.ts';
import type { KeyValueStore } from '../key-value/store.ts';
import { parseObject } from '../json-text.ts';
import type { Query } from '../queries/schema.ts';
import type { QueryRoom } from '../queries/store.ts';
import type { EditorDatabase, EditorStart, RequestedQuery, SqlLink } from './schema.ts';

export type SqlLinkService = ReturnType<typeof createSqlLinkService>;

/** Where SQL that is asked for by a form runs; null for what the principal may not use. */
export type Subject = {
  readonly databaseId: number;
  readonly name: string;
  readonly catalog: string | null;
  readonly schema: string | null;
};

type Needs = {
  readonly tabs: Pick<TabService, 'names' | 'current'>;
  /** The newest queries of these tabs of a user, as many as there is room for. */
  readonly queriesOf: (userId: number, editorIds: readonly string[], room: QueryRoom) => Promise<readonly Query[]>;
  readonly databases: Pick<DatabaseStore, 'findFor' | 'exposed'>;
  readonly subjectOf: (principal: Principal, datasourceKey: string) => Promise<Subject | null>;
  readonly store: KeyValueStore;
  /** Of each user, links are written one after the other. */
  readonly oneByOne: OneByOne;
  readonly now: () => Date;
};

/** What a posted form asks for is read at once by the page that it opens. */
const REQUESTED_DAYS = 1;
/** Links of one user, and their characters together. */
const MAX_LINKS = 10_000;
const MAX_LINK_CHARACTERS = 20_000_000;
/** Queries of the start, and the characters of their scripts together. */
const MAX_QUERIES = 500;
const MAX_CHARACTERS = 5_000_000;

/** What the SQL editor begins with, and links into it: they open to whoever may use their database. */
export function createSqlLinkService(needs: Needs) {
  return bindAll(needs, { start, createLink, readLink, addressOf });
}

async function start(needs: Needs, principal: Principal): Promise<EditorStart['result']> {
  const names = await needs.tabs.names(principal);
  const [active, databases, queries] = await Promise.all([
    needs.tabs.current(principal),
    needs.databases.exposed(principal),
    principal.userId === null
      ? []
      : needs.queriesOf(
          principal.userId,
          names.map(({ id }) => String(id)),
          { queries: MAX_QUERIES, characters: MAX_CHARACTERS },
        ),
  ]);
  return {
    active_tab: active,
    tab_state_ids: names.map(({ id, label, client_id }) => ({ id, label, client_id })),
    databases: Object.fromEntries(databases.map((row) => [String(row.id), editorDatabase(row)])),
    queries: Object.fromEntries(queries.map((query) => [query.id, query])),
  };
}

function editorDatabase(row: DatabaseRow): EditorDatabase {
  const abilities = abilitiesOf(row);
  return {
    id: row.id,
    database_name: row.database_name,
    backend: abilities.backend,
    allow_ctas: row.allow_ctas === 1,
    allow_cvas: row.allow_cvas === 1,
    allow_dml: row.allow_dml === 1,
    allow_file_upload: row.allow_file_upload === 1,
    allow_multi_catalog: abilities.allow_multi_catalog,
    allow_run_async: row.allow_run_async === 1,
    allows_cost_estimate: abilities.allows_cost_estimate,
    allows_subquery: abilities.allows_subquery,
    cost_threshold: abilities.cost_threshold,
    disable_data_preview: abilities.disable_data_preview,
    disable_drill_to_detail: abilities.disable_drill_to_detail,
    expose_in_sqllab: row.expose_in_sqllab === 1,
    force_ctas_schema: row.force_ctas_schema,
    instant_preview: abilities.instant_preview,
  };
}

/** The key follows from what the link says: the same query is the same link. @throws AppError not_found, forbidden */
async function createLink(needs: Needs, principal: Principal, link: SqlLink): Promise<{ readonly key: string }> {
  return keep(needs, principal, link, null);
}

async function keep(needs: Needs, principal: Principal, link: SqlLink, expiresOn: Date | null) {
  const { userId } = principal;
  await assertUses(needs, principal, link.dbId);
  // Room is counted by account.
  if (userId === null) throw new AppError('forbidden', {});
  const key = contentKey(expiresOn === null ? 'sqllab' : 'sqllab-requested', link);
  const value = printExactJson(link);
  await needs.oneByOne(userId, async () => {
    await assertRoom(needs, userId, key, value);
    await needs.store.write('sqllab_permalink', key, value, userId, needs.now(), expiresOn);
  });
  return { key };
}

/** Links stay for good. @throws AppError invalid_object */
async function assertRoom({ store, now }: Needs, userId: number, key: string, value: string): Promise<void> {
  if ((await store.read('sqllab_permalink', key, now())) !== null) return;
  const { entries, characters } = await store.usage('sqllab_permalink', userId);
  if (entries < MAX_LINKS && characters + value.length <= MAX_LINK_CHARACTERS) return;
  throw new AppError('invalid_object', {
    reason: message('Your links hold too much text together. Save the query, and share that.'),
  });
}

/** @throws AppError not_found */
async function readLink(needs: Needs, principal: Principal, key: string): Promise<SqlLink> {
  const entry = await needs.store.read('sqllab_permalink', plainKey(key), needs.now());
  const { dbId, name, sql, catalog, schema, templateParams, autorun } = parseObject(entry?.value ?? null);
  if (typeof dbId !== 'number' || typeof sql !== 'string') throw new AppError('not_found', {});
  await assertUses(needs, principal, dbId);
  return {
    dbId,
    name: textOf(name) ?? '',
    sql,
    catalog: textOf(catalog),
    schema: textOf(schema),
    templateParams: textOf(templateParams),
    // What somebody else wrote is read before it runs.
    autorun: autorun === true && entry?.createdBy === principal.userId,
  };
}

/** A database that one may not use, or that is gone, has no links. @throws AppError not_found */
async function assertUses(needs: Needs, principal: Principal, databaseId: number): Promise<void> {
  if (!(await needs.databases.findFor(principal, databaseId))) throw new AppError('not_found', {});
}

/**
 * The page that shows what a form asks for. Posting a form changes nothing: the page opens with the text, as it does
 * from a link, and what may not be opened is left to the page to say.
 */
async function addressOf(needs: Needs, principal: Principal, requested: RequestedQuery): Promise<string> {
  const { datasourceKey, dbId } = requested;
  const page = (search: Readonly<Record<string, string>>) => hrefOf('sqlLab', {}, search);
  if (!can(principal, 'can_read', 'SQLLab')) return page({});
  const subject =
    datasourceKey !== null && datasourceKey !== undefined ? await needs.subjectOf(principal, datasourceKey) : null;
  const databaseId = dbId ?? subject?.databaseId ?? null;
  if (databaseId === null) return page(datasourceKey ? { datasourceKey } : {});
  const link: SqlLink = {
    dbId: databaseId,
    name: requested.name ?? subject?.name ?? '',
    sql: requested.sql ?? '',
    catalog: requested.catalog ?? subject?.catalog ?? null,
    schema: requested.schema ?? subject?.schema ?? null,
    templateParams: requested.templateParams ?? null,
  };
  const expiresOn = new Date(needs.now().getTime() + REQUESTED_DAYS * 86_400_000);
  try {
    return hrefOf('sqlLabLink', { key: (await keep(needs, principal, link, expiresOn)).key });
  } catch (error) {
    if (error instanceof AppError) return page(datasourceKey ? { datasourceKey } : {});
    throw error;
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
