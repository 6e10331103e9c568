import { componentOf, type ComponentType, type LayoutComponent } from '../layout/types.ts';
import { t, tn } from '../messages.ts';
import { isSameComponent, type DashboardProperties } from './document.ts';
import { touchedIds, type DashboardOperation } from './operations.ts';
import { componentName, propertyName, upperFirst } from './words.ts';

/** What a user did to a component; the first that holds is reported. */
type Deed = 'added' | 'removed' | 'moved' | 'resized' | 'changed' | 'ordered';

/** More names than these are counted. */
const NAMED_AT_MOST = 1;

/**
 * Operations in words: "Moved 2 charts, changed the title". Empty when nothing was done. Rows that came and went with
 * what is in them are not reported.
 */
export function summarise(operations: readonly DashboardOperation[]): string {
  const phrases = operations.flatMap((operation) => {
    switch (operation.kind) {
      case 'layout':
        return layoutPhrases(operation);
      case 'title':
        return [t('changed the title')];
      case 'properties':
        return [t('changed the %(names)s', { names: propertyNames(operation.to) })];
      case 'filters':
        return [t('changed the filters')];
      case 'scopes':
        return [t('changed what filters reach')];
      case 'colors':
        return [t('changed the colors')];
      case 'settings':
        return [t('changed the settings')];
    }
  });
  return upperFirst([...new Set(phrases)].join(', '));
}

function propertyNames(properties: Partial<DashboardProperties>): string {
  const names = (Object.keys(properties) as (keyof DashboardProperties)[]).map(propertyName);
  return joined([...new Set(names)]);
}

function layoutPhrases(operation: Extract<DashboardOperation, { readonly kind: 'layout' }>): readonly string[] {
  const done = new Map<Deed, LayoutComponent[]>();
  for (const id of touchedIds(operation)) {
    const [before, after] = [componentOf(operation.from, id), componentOf(operation.to, id)];
    const component = after ?? before;
    const deed = deedOf(before, after);
    if (component && deed) done.set(deed, [...(done.get(deed) ?? []), component]);
  }
  const order: readonly Deed[] = ['added', 'removed', 'moved', 'resized', 'changed'];
  const phrases = order.flatMap((deed) => {
    const components = (done.get(deed) ?? []).filter(({ type }) => type !== 'ROW' || isOnlyRows(done));
    return components.length === 0 ? [] : deedPhrase(deed, counted(components));
  });
  return phrases.length > 0 || !done.has('ordered') ? phrases : [t('changed the order')];
}

/** A row is reported where nothing else was done. */
function isOnlyRows(done: ReadonlyMap<Deed, readonly LayoutComponent[]>): boolean {
  return [...done].every(([deed, components]) => deed === 'ordered' || components.every(({ type }) => type === 'ROW'));
}

function deedOf(before: LayoutComponent | undefined, after: LayoutComponent | undefined): Deed | null {
  if (!before || !after) return after ? 'added' : before ? 'removed' : null;
  if (before.parents.at(-1) !== after.parents.at(-1)) return 'moved';
  if (before.meta.width !== after.meta.width || before.meta.height !== after.meta.height) return 'resized';
  const [shape, other] = [before, after].map((component) => ({ ...component, children: [], parents: [] }));
  if (!isSameComponent(shape, other)) return 'changed';
  return isReordered(before.children, after.children) ? 'ordered' : null;
}

function isReordered(before: readonly string[], after: readonly string[]): boolean {
  const common = before.filter((id) => after.includes(id));
  return common.join() !== after.filter((id) => before.includes(id)).join();
}

function deedPhrase(deed: Deed, what: string): string {
  switch (deed) {
    case 'added':
      return t('added %(what)s', { what });
    case 'removed':
      return t('removed %(what)s', { what });
    case 'moved':
      return t('moved %(what)s', { what });
    case 'resized':
      return t('resized %(what)s', { what });
    case 'changed':
      return t('changed %(what)s', { what });
    case 'ordered':
      return t('changed the order');
  }
}

/** 'chart "Delays" and 2 texts'. */
function counted(components: readonly LayoutComponent[]): string {
  const types = [...new Set(components.map(({ type }) => type))];
  return joined(
    types.flatMap((type) => {
      const these = components.filter((component) => component.type === type);
      return these.length <= NAMED_AT_MOST ? these.map(componentName) : countText(type, these.length);
    }),
  );
}

function countText(type: ComponentType, count: number): string {
  switch (type) {
    case 'CHART':
      return tn('1 chart', '%(count)s charts', count);
    case 'MARKDOWN':
      return tn('1 text', '%(count)s texts', count);
    case 'HEADER':
      return tn('1 header', '%(count)s headers', count);
    case 'DIVIDER':
      return tn('1 divider', '%(count)s dividers', count);
    case 'ROW':
      return tn('1 row', '%(count)s rows', count);
    case 'COLUMN':
      return tn('1 column', '%(count)s columns', count);
    case 'TABS':
      return tn('1 set of tabs', '%(count)s sets of tabs', count);
    case 'TAB':
      return tn('1 tab', '%(count)s tabs', count);
    case 'ROOT':
    case 'GRID':
    case 'DYNAMIC':
      return tn('1 component', '%(count)s components', count);
  }
}

function joined(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  if (words.length < 2) return last;
  return t('%(words)s and %(last)s', { words: words.slice(0, -1).join(', '), last });
}
