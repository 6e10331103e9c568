import type { QueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { ApiError } from '../../../api/api-error.ts';
import { readSqlSource } from '../../../api/datasets.ts';
import type { RequestedSql } from '../../../api/open-sql.ts';
import { pastQuery } from '../../../api/past-queries.ts';
import { readSavedQuery } from '../../../api/saved-queries.ts';
import { readSqlLink } from '../../../api/sql-lab.ts';
import type { TabChange } from '../tabs/tabs.ts';
import type { Opening } from './opening.ts';

/** An opening that could not be read; the message is for the user ([8.5-04]). */
export class OpeningFailed extends Error {
  override readonly name = 'OpeningFailed';
}

/** What the tab of an opening says. @throws OpeningFailed */
export async function loadOpening(client: QueryClient, opening: Opening): Promise<TabChange> {
  try {
    return await load(client, opening);
  } catch (error) {
    const sentence =
      opening.kind === 'datasource' ? t("The datasource couldn't be loaded") : t("The query couldn't be loaded");
    const reason = error instanceof ApiError && error.status !== 404 ? `. ${error.message}` : '';
    throw new OpeningFailed(`${sentence}${reason}`, { cause: error });
  }
}

async function load(client: QueryClient, opening: Opening): Promise<TabChange> {
  switch (opening.kind) {
    case 'new':
      return givenTab(opening.given);
    case 'datasource':
      return ofDatasource(client, opening.key, opening.given);
    case 'saved':
      return ofSaved(opening.id);
    case 'past':
      return ofPast(client, opening.id);
    case 'link': {
      const { dbId, name, sql, catalog, schema, templateParams, autorun } = await readSqlLink(opening.key);
      return givenTab({
        dbId,
        name,
        sql,
        catalog: catalog ?? null,
        schema: schema ?? null,
        templateParams: templateParams ?? null,
        autorun: autorun === true,
      });
    }
  }
}

/** What was given, and nothing else: the rest is as in every new tab. */
function givenTab({ dbId, name, sql, catalog, schema, templateParams, autorun }: RequestedSql): TabChange {
  return {
    ...(dbId == null ? {} : { dbId, catalog: catalog ?? null, schema: schema ?? null }),
    ...(name == null || name === '' ? {} : { name }),
    ...(sql == null ? {} : { sql }),
    ...(templateParams == null ? {} : { templateParams }),
    ...(autorun === true ? { autorun } : {}),
  };
}

/** A dataset, a past query or a saved query by its key; SQL that came with it takes the place of its own. */
async function ofDatasource(client: QueryClient, key: string, given: RequestedSql): Promise<TabChange> {
  const [, number = '', type = ''] = /^(\d{1,10})__(\w+)$/.exec(key) ?? [];
  const id = Number(number);
  if (type === 'saved_query') return { ...(await ofSaved(id)), ...givenTab(given) };
  if (type === 'query') return { ...(await ofPast(client, number)), ...givenTab(given) };
  if (type !== 'table') throw new Error(`"${key}" names no dataset.`);
  const source = await readSqlSource(id);
  const own = {
    name: t('Query %s', source.name),
    dbId: source.databaseId,
    catalog: source.catalog,
    schema: source.schema,
    sql: source.sql,
    templateParams: source.templateParams,
  };
  const { dbId: _, ...over } = givenTab(given);
  return { ...givenTab(own), ...over };
}

async function ofSaved(id: number): Promise<TabChange> {
  const saved = await readSavedQuery(id);
  return {
    savedQueryId: saved.id,
    savedVersion: saved.version,
    name: saved.label,
    dbId: saved.db_id,
    catalog: saved.catalog,
    schema: saved.schema,
    sql: saved.sql,
    templateParams: saved.template_parameters ?? '',
  };
}

async function ofPast(client: QueryClient, id: string): Promise<TabChange> {
  const past = await client.fetchQuery({ ...pastQuery(id), staleTime: 0 });
  return {
    ...(past.tab_name === null ? {} : { name: past.tab_name }),
    dbId: past.database.id,
    catalog: past.catalog,
    schema: past.schema,
    sql: past.sql,
    templateParams: past.template_params ?? '',
    queryLimit: past.limit,
  };
}
