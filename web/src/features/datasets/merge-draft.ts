import { msg, t } from '@tessera/core/messages';
import type { ColumnDraft, DatasetDraft, DatasetSettings, MetricDraft } from './dataset-draft.ts';

/** Something that both sides changed, differently, since they read the same version. */
export type Conflict = {
  readonly id: string;
  /** What it is, as the editor calls it: 'description', 'column country', 'metric revenue'. */
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
};
export type Choice = 'mine' | 'theirs';
export type Merge = {
  readonly conflicts: readonly Conflict[];
  /** The draft with both sides' changes; each conflict as chosen, mine where nothing was. */
  readonly resolve: (choices: Readonly<Record<string, Choice>>) => DatasetDraft;
};

type Part = { readonly label: string; readonly value: unknown };
type Parts = ReadonlyMap<string, Part>;

/**
 * Three-way merge after a 412: what only one side touched is taken from that side, so that nobody's work is lost;
 * what both touched is a conflict. Columns and metrics are parts as a whole, distinguished by their id.
 *
 * @param base  what both sides began with
 */
export function mergeDrafts(base: DatasetDraft, mine: DatasetDraft, theirs: DatasetDraft): Merge {
  const [before, left, right] = [partsOf(base), partsOf(mine), partsOf(theirs)];
  const ids = [...new Set([...right.keys(), ...left.keys()])];
  const isChanged = (parts: Parts, id: string) => textOf(parts.get(id)) !== textOf(before.get(id));
  const disputed = ids.filter(
    (id) => isChanged(left, id) && isChanged(right, id) && textOf(left.get(id)) !== textOf(right.get(id)),
  );
  const conflicts = disputed.map((id) => ({
    id,
    label: (left.get(id) ?? right.get(id))?.label ?? id,
    mine: summary(left.get(id)),
    theirs: summary(right.get(id)),
  }));

  return {
    conflicts,
    resolve: (choices) => {
      const chosen = new Map<string, unknown>();
      for (const id of ids) {
        const side = disputed.includes(id) ? (choices[id] ?? 'mine') : isChanged(left, id) ? 'mine' : 'theirs';
        const part = (side === 'mine' ? left : right).get(id);
        if (part !== undefined) chosen.set(id, part.value);
      }
      return fromParts(chosen);
    },
  };
}

function partsOf(draft: DatasetDraft): Parts {
  return new Map<string, Part>([
    ...Object.entries(draft.settings).map(([name, value]): [string, Part] => [
      `settings.${name}`,
      { label: settingLabels[name as keyof DatasetSettings], value },
    ]),
    ['owners', { label: msg('Owners'), value: [...draft.ownerIds].sort((a, b) => a - b) }],
    ...draft.columns.map((column): [string, Part] => [
      `column.${column.key}`,
      { label: t('Column %s', column.column_name), value: column },
    ]),
    ...draft.metrics.map((metric): [string, Part] => [
      `metric.${metric.key}`,
      { label: t('Metric %s', metric.metric_name), value: metric },
    ]),
  ]);
}

function fromParts(parts: ReadonlyMap<string, unknown>): DatasetDraft {
  const under = <T>(prefix: string): [string, T][] =>
    [...parts].filter(([id]) => id.startsWith(prefix)).map(([id, value]) => [id.slice(prefix.length), value as T]);
  return {
    settings: Object.fromEntries(under('settings.')) as DatasetSettings,
    ownerIds: (parts.get('owners') ?? []) as readonly number[],
    columns: under<ColumnDraft>('column.').map(([, column]) => column),
    metrics: under<MetricDraft>('metric.').map(([, metric]) => metric),
  };
}

function textOf(part: Part | undefined): string {
  return part === undefined ? '' : JSON.stringify(part.value);
}

/** A side of a conflict in a few words; a part that is gone was removed. */
function summary(part: Part | undefined): string {
  if (part === undefined) return '(removed)';
  const { value } = part;
  if (value === null || value === '') return '(empty)';
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === undefined || typeof value !== 'object') return '';
  return Object.entries(value)
    .filter(
      ([name, field]: [string, unknown]) =>
        !['id', 'key', 'type_generic'].includes(name) && field !== null && field !== '' && field !== true,
    )
    .map(([name, field]: [string, unknown]) => `${name}: ${String(field as string | number | boolean)}`)
    .join('\n');
}

export const settingLabels: Readonly<Record<keyof DatasetSettings, string>> = {
  table_name: 'Name',
  sql: 'Query',
  template_params: 'Values for the template',
  description: 'Description',
  main_dttm_col: 'Main time column',
  time_zone: 'Time zone',
  default_endpoint: 'Page that opens instead of Explore',
  cache_timeout: 'Keep results for',
  filter_select_enabled: 'Offer values in filters',
  fetch_values_predicate: 'Condition on offered values',
  always_filter_main_dttm: 'Always filter by the main time column',
  certified_by: 'Certified by',
  certification_details: 'Certification details',
};
