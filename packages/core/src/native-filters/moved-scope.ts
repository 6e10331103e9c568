import { subtreeIds } from '../layout/tree.ts';
import { componentOf, type Layout, ROOT_ID } from '../layout/types.ts';
import { t } from '../messages.ts';
import { filtersOf, readFilterEntries } from './definition.ts';

/** Do two places, as paths of ids, differ in what scope they lie in? */
export function isInDifferentScope(
  scopes: readonly (readonly string[])[],
  source: readonly string[],
  destination: readonly string[],
): boolean {
  const lies = (path: readonly string[], scope: readonly string[]) => path.some((id) => scope.includes(id));
  return scopes.some((scope) => lies(source, scope) !== lies(destination, scope));
}

/** What each filter of a dashboard reaches, as ids of components; those of before native filters count as well. */
export function scopesOf(settings: Readonly<Record<string, unknown>>): readonly (readonly string[])[] {
  const legacy = valuesOf(settings['filter_scopes']).flatMap((columns) =>
    valuesOf(columns).flatMap((column) => {
      const scope = isRecord(column) ? column['scope'] : null;
      return Array.isArray(scope) ? [scope.filter((id) => typeof id === 'string')] : [];
    }),
  );
  return [...filtersOf(readFilterEntries(settings)).map(({ scope }) => scope.rootPath ?? [ROOT_ID]), ...legacy];
}

/** What to tell when charts were moved out of what a filter reaches, or into it ([8.3-08]); null otherwise. */
export function movedScopeWarning(
  before: Layout,
  after: Layout,
  id: string,
  settings: Readonly<Record<string, unknown>>,
): string | null {
  const source = componentOf(before, id);
  const destination = componentOf(after, id);
  const hasCharts = subtreeIds(after, id).some((below) => componentOf(after, below)?.type === 'CHART');
  if (!source || !destination || !hasCharts) return null;
  return isInDifferentScope(scopesOf(settings), source.parents, destination.parents)
    ? t('This chart has been moved to a different filter scope.')
    : null;
}

function valuesOf(value: unknown): readonly unknown[] {
  return isRecord(value) ? Object.values(value) : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
