import { t, tMarked } from '@tessera/core/messages';
import { relativeTime } from '@tessera/core/relative-time';
import { isGone, isStaleVersion } from '../../api/api-error.ts';
import type { SavedChart } from '../../chart-editor/draft.ts';

/**
 * Read the JSON of a chart endpoint (list item, item, or the `slice` of explore, whose owners are ids with their names
 * beside).
 */
export function readSavedChart(json: unknown, ownerNames: readonly string[] = []): SavedChart {
  const chart = asRecord(json);
  const owners = asList(chart['owners']).map((owner, at) => readOwner(owner, ownerNames[at] ?? ''));
  return {
    id: Number(chart['id'] ?? chart['slice_id'] ?? 0),
    name: asText(chart['slice_name']),
    version: typeof chart['version'] === 'number' ? chart['version'] : null,
    ownerIds: owners.map((owner) => owner.id),
    owners,
    dashboards: asList(chart['dashboards']).map((entry) => ({
      id: Number(asRecord(entry)['id'] ?? entry),
      title: asText(asRecord(entry)['dashboard_title']),
    })),
    description: asText(chart['description']),
    tags: asList(chart['tags']).map((tag) => ({
      id: Number(asRecord(tag)['id']),
      name: asText(asRecord(tag)['name']),
    })),
    cacheTimeout: typeof chart['cache_timeout'] === 'number' ? chart['cache_timeout'] : null,
    certifiedBy: asText(chart['certified_by']),
    certificationDetails: asText(chart['certification_details']),
    changedOn: asText(chart['changed_on_utc']) || asText(chart['changed_on']) || null,
    changedBy: asText(chart['changed_by_name']) || nameOf(asRecord(chart['changed_by'])) || null,
  };
}

function readOwner(json: unknown, name: string): { readonly id: number; readonly name: string } {
  if (typeof json === 'number') return { id: json, name };
  const owner = asRecord(json);
  return { id: Number(owner['id'] ?? owner['value'] ?? 0), name: nameOf(owner) };
}

function nameOf(user: Readonly<Record<string, unknown>>): string {
  return (
    asText(user['full_name']) ||
    asText(user['text']) ||
    `${asText(user['first_name'])} ${asText(user['last_name'])}`.trim() ||
    asText(user['username'])
  );
}

/** Only owners and admins change a chart; everybody else saves a copy ([6.0-04], ruling 16). */
export function mayOverwrite(
  chart: Pick<SavedChart, 'ownerIds'>,
  user: { readonly id: number; readonly isAdmin: boolean },
): boolean {
  return user.isAdmin || chart.ownerIds.includes(user.id);
}

export type SaveTarget = {
  readonly isNew: boolean;
  readonly dashboard: { readonly title: string; readonly isNew: boolean } | null;
};

/** The sentences after a save ([8.7-01]). */
export function saveMessages(name: string, target: SaveTarget): string[] {
  const saved = target.isNew ? t('Chart [%s] has been saved', name) : t('Chart [%s] has been overwritten', name);
  if (!target.dashboard) return [saved];
  const { title, isNew } = target.dashboard;
  return [
    saved,
    isNew
      ? t('Dashboard [%s] just got created and chart [%s] was added to it', title, name)
      : t('Chart [%s] was added to dashboard [%s]', name, title),
  ];
}

/** Who stored a chart while it was open here, and when. @param now epoch milliseconds */
export function conflictSentence(
  { changedBy, changedOn }: Pick<SavedChart, 'changedBy' | 'changedOn'>,
  now: number,
): string {
  const when = relativeTime(changedOn ?? '', now);
  if (changedBy === null || when === '')
    return tMarked(
      'This chart was saved by someone else while you were editing it. Your changes are still here and nothing ' +
        'was overwritten.',
    );
  return t(
    '%(who)s saved this chart (%(when)s) while you were editing it. Your changes are still here and nothing ' +
      'was overwritten.',
    { who: changedBy, when },
  );
}

/** Why a save failed ([8.2-03]), with what helps where another user was faster. */
export function saveProblem(error: unknown): string {
  if (isStaleVersion(error))
    return t('Somebody saved this chart since you opened it. Save yours as new, or reload to see theirs.');
  if (isGone(error))
    return t('This chart was deleted, or is no longer shared with you. Your changes are still here: save them as new.');
  const reason = error instanceof Error && error.message !== '' ? error.message : t('Unknown error');
  return t('Sorry, there was an error saving this %s: %s', t('chart'), reason);
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
