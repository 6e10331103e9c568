import { touchedIds, type DashboardOperation } from '@tessera/core/dashboard/operations';
import { summarise } from '@tessera/core/dashboard/summarise';
import { componentName, upperFirst } from '@tessera/core/dashboard/words';
import { chartIdsOf } from '@tessera/core/layout/charts';
import { componentOf, type Layout } from '@tessera/core/layout/types';
import { readFilterEntries, type FilterEntry } from '@tessera/core/native-filters/definition';
import { stableJson } from '@tessera/core/stable-json';
import { t } from '@tessera/core/messages';

/** One difference of two versions, by component. */
export type ChangeLine = {
  readonly key: string;
  readonly deed: 'added' | 'removed' | 'changed' | 'missing';
  readonly text: string;
};

/** Every difference in words, one for each component, filter and setting. */
export function changeLines(operations: readonly DashboardOperation[]): readonly ChangeLine[] {
  return operations.flatMap((operation): readonly ChangeLine[] => {
    switch (operation.kind) {
      case 'title':
        return [
          {
            key: 'title',
            deed: 'changed',
            text: t('Title: "%(from)s" became "%(to)s"', { from: operation.from, to: operation.to }),
          },
        ];
      case 'layout':
        return layoutLines(operation);
      case 'filters':
        return filterLines(operation);
      case 'properties':
      case 'scopes':
      case 'colors':
      case 'settings':
        return [{ key: operation.kind, deed: 'changed', text: summarise([operation]) }];
    }
  });
}

/**
 * The charts of a version that a restore does not bring back, each once. Those that are on the dashboard now are
 * missing there already.
 */
export function missingLines(
  version: Layout,
  present: Layout,
  missingCharts: readonly number[],
): readonly ChangeLine[] {
  const known = new Set(chartIdsOf(present));
  const components = Object.values(version);
  return missingCharts.flatMap((id): readonly ChangeLine[] => {
    const component = components.find(({ type, meta }) => type === 'CHART' && meta.chartId === id);
    if (component === undefined || known.has(id)) return [];
    const name = upperFirst(componentName(component));
    const text = t('%s was deleted, or is not shared with you: it will be missing', name);
    return [{ key: `missing-${id}`, deed: 'missing', text }];
  });
}

function layoutLines(operation: Extract<DashboardOperation, { readonly kind: 'layout' }>): readonly ChangeLine[] {
  const lines = touchedIds(operation).flatMap((id): readonly ChangeLine[] => {
    const [before, after] = [componentOf(operation.from, id), componentOf(operation.to, id)];
    const component = after ?? before;
    if (!component || ['ROOT', 'GRID'].includes(component.type)) return [];
    const name = upperFirst(componentName(component));
    if (before === undefined) return [{ key: id, deed: 'added', text: t('%s was added', name) }];
    if (after === undefined) return [{ key: id, deed: 'removed', text: t('%s was removed', name) }];
    if (component.type === 'ROW' && before.meta.background === after.meta.background) return [];
    const words = summarise([{ kind: 'layout', from: { [id]: before }, to: { [id]: after } }]);
    return words === '' ? [] : [{ key: id, deed: 'changed', text: words }];
  });
  return lines.length > 0 ? lines : [{ key: 'order', deed: 'changed', text: summarise([operation]) }];
}

function filterLines(operation: {
  readonly from: Readonly<Record<string, unknown>>;
  readonly to: Readonly<Record<string, unknown>>;
}): readonly ChangeLine[] {
  const [before, after] = [readFilterEntries(operation.from), readFilterEntries(operation.to)].map(
    (entries) => new Map(entries.map((entry) => [entry.id, entry])),
  );
  const ids = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])];
  const lines = ids.flatMap((id): readonly ChangeLine[] => {
    const [was, is] = [before?.get(id), after?.get(id)];
    const name = nameOf(is ?? was);
    if (was === undefined) return [{ key: id, deed: 'added', text: t('Filter "%s" was added', name) }];
    if (is === undefined) return [{ key: id, deed: 'removed', text: t('Filter "%s" was removed', name) }];
    return stableJson(was) === stableJson(is)
      ? []
      : [{ key: id, deed: 'changed', text: t('Filter "%s" was changed', name) }];
  });
  return lines.length > 0 ? lines : [{ key: 'filters', deed: 'changed', text: t('The filter bar was changed') }];
}

function nameOf(entry: FilterEntry | undefined): string {
  if (entry === undefined) return '';
  return entry.type === 'DIVIDER' ? entry.title : entry.name;
}
