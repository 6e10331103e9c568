import { instantText, msg, t, tMarked } from '@tessera/core/messages';
import { chartHref, hrefOf } from '@tessera/core/pages';
import { nameOf } from '../../api/me.ts';
import type { QueryRow } from '../../api/query-log.ts';

const instant = { dateStyle: 'medium', timeStyle: 'medium' } as const;

/** To the second, in the reader's zone. */
export function timeText(ms: number): string {
  return instantText(ms, instant);
}

/** The name of a user; of guests and of those who are not signed in what the server calls them. */
export function userText({ user, username }: Pick<QueryRow, 'user' | 'username'>): string {
  return nameOf({ ...user, username });
}

const sources: Readonly<Record<string, string>> = {
  chart: msg('Query'),
  download: msg('Download'),
  sql: msg('SQL editor'),
  sql_download: msg('Download of the SQL editor'),
};
const kinds: Readonly<Record<string, string>> = {
  results: msg('results'),
  samples: msg('samples'),
  drill_detail: msg('detail rows'),
  post_processed: msg('after post-processing'),
  columns: msg('columns'),
  timegrains: msg('time grains'),
  query: msg('SQL'),
  explain: msg('plan'),
};

/** What was asked for: a query, a download, of which kind. */
export function whatText({ source, kind }: Pick<QueryRow, 'source' | 'kind'>): string {
  const from = tMarked(sources[source] ?? source);
  return kind === 'full' ? from : `${from} · ${tMarked(kinds[kind] ?? kind)}`;
}

type Tone = 'success' | 'danger' | 'warning' | 'neutral';
const statuses: Readonly<Record<string, { readonly label: string; readonly tone: Tone }>> = {
  success: { label: msg('Success'), tone: 'success' },
  failed: { label: msg('Failed'), tone: 'danger' },
  stopped: { label: msg('Stopped'), tone: 'warning' },
};

export function statusLook(status: string): { readonly label: string; readonly tone: Tone } {
  const look = Object.hasOwn(statuses, status) ? statuses[status] : undefined;
  return look === undefined ? { label: status, tone: 'neutral' } : { ...look, label: tMarked(look.label) };
}

/** Why a query failed; null where it did not. A stop needs no words: the status says it. */
export function errorText({
  status,
  error,
  error_code: code,
}: Pick<QueryRow, 'status' | 'error' | 'error_code'>): string | null {
  if (status !== 'failed') return null;
  return error ?? (code === 'internal' || code === null ? t('A fault of the server; its own log has the rest.') : code);
}

/** Something that a query was about: its name, and its address while it is there. */
export type Subject = { readonly text: string; readonly href: string | null };
type Subjects = {
  readonly dataset: Subject | null;
  readonly chart: Subject | null;
  readonly dashboard: Subject | null;
};

/** What a query was about; null where it was about no such thing. */
export function subjectsOf(
  row: Pick<QueryRow, 'dataset_id' | 'dataset_name' | 'dataset' | 'chart_id' | 'chart' | 'dashboard_id' | 'dashboard'>,
): Subjects {
  return {
    dataset: subject(row.dataset_id, row.dataset_name, row.dataset, (id) => hrefOf('dataset', { id: id })),
    chart: subject(row.chart_id, row.chart?.slice_name ?? null, row.chart, (id) => chartHref(id)),
    dashboard: subject(row.dashboard_id, row.dashboard?.dashboard_title ?? null, row.dashboard, (id) =>
      hrefOf('dashboard', { key: id }),
    ),
  };
}

function subject(
  id: number | null,
  name: string | null,
  today: Pick<NonNullable<QueryRow['chart']>, 'is_deleted'> | null,
  address: (id: number) => string,
): Subject | null {
  if (id === null) return null;
  const text = name === null || name.trim() === '' ? `#${id}` : name;
  return today === null || today.is_deleted
    ? { text: t('%(name)s (deleted)', { name: text }), href: null }
    : { text, href: address(id) };
}
