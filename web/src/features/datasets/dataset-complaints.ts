import { ApiError } from '../../api/api-error.ts';
import type { Dataset } from '../../api/datasets.ts';
import type { TextPosition } from '@tessera/core/text-position';
import type { DatasetDraft } from './dataset-draft.ts';

/** What is wrong with one text of the draft; it is true of that text only. */
export type Complaint = {
  readonly about: string;
  readonly message: string;
  /** Where in the text, when the database tells. */
  readonly place?: TextPosition | null;
};
/** By the key of a column or metric, or the name of a setting. */
export type Complaints = ReadonlyMap<string, Complaint>;
export type EditorTab = 'columns' | 'calculated' | 'metrics' | 'settings' | 'acceleration' | 'usage';

/** The text that a key stands for now; `null` when it is gone. */
export function textAt({ settings, columns, metrics }: DatasetDraft, key: string): string | null {
  if (key === 'sql' || key === 'template_params' || key === 'table_name' || key === 'fetch_values_predicate')
    return settings[key] ?? '';
  const column = columns.find((each) => each.key === key);
  return column
    ? (column.expression ?? column.column_name)
    : (metrics.find((each) => each.key === key)?.expression ?? null);
}

/** Messages that still hold: their text has not changed since. */
export function standing(complaints: Complaints, draft: DatasetDraft): ReadonlyMap<string, string> {
  return new Map(
    [...complaints]
      .filter(([key, { about }]) => textAt(draft, key) === about)
      .map(([key, { message }]) => [key, message]),
  );
}

/** Places of the messages that still hold. */
export function standingPlaces(complaints: Complaints, draft: DatasetDraft): ReadonlyMap<string, TextPosition> {
  const kept = standing(complaints, draft);
  return new Map(
    [...complaints].flatMap(([key, { place = null }]) => (place === null || !kept.has(key) ? [] : [[key, place]])),
  );
}

/** Codes of the catalogue that blame the query of a virtual dataset. */
const aboutQuery = /^(source_|template_|statement_|database_error$|invalid_sql_clause$|adhoc_subquery$|query_timeout$)/;

/** Whether an error blames the query that was sent. */
export function isAboutQuery(error: unknown): error is ApiError {
  return error instanceof ApiError && aboutQuery.test(error.code ?? '');
}

/** Where the answer to a save belongs; `null` when it is about no field. */
export function blamedKey(error: unknown, draft: DatasetDraft, stored: Dataset): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.fields['template_params'] !== undefined) return 'template_params';
  if (error.fields['table'] !== undefined || error.fields['table_name'] !== undefined) return 'table_name';
  const named = /\((column|metric) (.*)\)$/s.exec(error.message);
  if (named?.[1] === 'metric') return draft.metrics.find((metric) => metric.metric_name === named[2])?.key ?? null;
  if (named?.[1] === 'column') return draft.columns.find((column) => column.column_name === named[2])?.key ?? null;
  if (!isAboutQuery(error)) return null;
  const isChanged = draft.settings.sql !== stored.sql || draft.settings.template_params !== stored.template_params;
  return isChanged && draft.settings.sql !== null ? 'sql' : null;
}

/** The tab on which a key is edited. */
export function tabOf(name: string, { columns, metrics }: DatasetDraft): EditorTab {
  const key = name.replace(/:name$/, '');
  if (metrics.some((metric) => metric.key === key)) return 'metrics';
  const column = columns.find((each) => each.key === key);
  return column === undefined ? 'settings' : column.expression === null ? 'columns' : 'calculated';
}

export type Expression = { readonly key: string; readonly text: string; readonly type: 'column' | 'metric' | 'where' };

/** Expressions that differ from what is stored, and so were never checked. */
export function changedExpressions(draft: DatasetDraft, stored: Dataset): readonly Expression[] {
  const columns = draft.columns.flatMap(({ key, id, expression }): Expression[] =>
    expression === null || expression === stored.columns.find((column) => column.id === id)?.expression
      ? []
      : [{ key, text: expression, type: 'column' }],
  );
  const metrics = draft.metrics.flatMap(({ key, id, expression }): Expression[] =>
    expression === stored.metrics.find((metric) => metric.id === id)?.expression
      ? []
      : [{ key, text: expression, type: 'metric' }],
  );
  const condition = draft.settings.fetch_values_predicate ?? '';
  const conditions: readonly Expression[] =
    condition === (stored.fetch_values_predicate ?? '')
      ? []
      : [{ key: 'fetch_values_predicate', text: condition, type: 'where' }];
  return [...columns, ...metrics, ...conditions].filter(({ text }) => text.trim() !== '');
}
