import { settle } from '../layout/tree.ts';
import { componentOf, type Layout } from '../layout/types.ts';
import { stableJson } from '../stable-json.ts';
import {
  DERIVED_SETTINGS,
  isSameComponent,
  type DashboardDocument,
  type DashboardProperties,
  type DashboardSettings,
} from './document.ts';

/** The settings that a kind of operation changes; whatever is named nowhere is a plain setting. */
const SETTING_KINDS = {
  filters: ['native_filter_configuration', 'default_filters', 'filter_bar_orientation', 'show_native_filters'],
  scopes: ['chart_configuration', 'global_chart_configuration', 'filter_scopes', 'cross_filters_enabled'],
  colors: [
    'color_scheme',
    'color_namespace',
    'color_scheme_domain',
    'label_colors',
    'map_label_colors',
    'shared_label_colors',
  ],
} as const;

export type SettingKind = keyof typeof SETTING_KINDS | 'settings';

/** Components by id, as they are on one side of a change. One that is on the other side only is not there on this. */
export type LayoutPatch = Layout;

/**
 * One small change of a dashboard with what was there before, so that it can be taken back. `from` and `to` hold what
 * it touches and nothing else; a name that only one side has is added or removed.
 */
export type DashboardOperation =
  | { readonly kind: 'title'; readonly from: string; readonly to: string }
  | {
      readonly kind: 'properties';
      readonly from: Partial<DashboardProperties>;
      readonly to: Partial<DashboardProperties>;
    }
  | { readonly kind: 'layout'; readonly from: LayoutPatch; readonly to: LayoutPatch }
  | { readonly kind: SettingKind; readonly from: DashboardSettings; readonly to: DashboardSettings };

/** The document after one operation. */
export function apply(document: DashboardDocument, operation: DashboardOperation): DashboardDocument {
  switch (operation.kind) {
    case 'title':
      return { ...document, title: operation.to };
    case 'properties':
      return { ...document, properties: { ...document.properties, ...operation.to } };
    case 'layout':
      return { ...document, layout: settle(patched(document.layout, operation.from, operation.to)) };
    case 'filters':
    case 'scopes':
    case 'colors':
    case 'settings':
      return { ...document, settings: patched(document.settings, operation.from, operation.to) };
  }
}

/** The document after one action: its operations in their order. */
export function applyAll(document: DashboardDocument, operations: readonly DashboardOperation[]): DashboardDocument {
  return operations.reduce(apply, document);
}

/** The operation that takes this one back. */
export function invert(operation: DashboardOperation): DashboardOperation {
  // Each kind has both sides in one type; TypeScript does not see that through the union.
  return { ...operation, from: operation.to, to: operation.from } as DashboardOperation;
}

/** Takes back a whole action. */
export function invertAll(operations: readonly DashboardOperation[]): readonly DashboardOperation[] {
  return operations.map(invert).toReversed();
}

/**
 * The operations that lead from one document to another, at most one of a kind. None when they differ only in what the
 * product keeps up to date: then there is nothing to save, and nothing to undo.
 */
export function difference(before: DashboardDocument, after: DashboardDocument): readonly DashboardOperation[] {
  const operations: DashboardOperation[] = [];
  if (before.title !== after.title) operations.push({ kind: 'title', from: before.title, to: after.title });
  const properties = changedOf(before.properties, after.properties, isSameValue);
  if (properties) operations.push({ kind: 'properties', ...properties });
  const layout = before.layout === after.layout ? null : changedOf(before.layout, after.layout, isSameComponent);
  if (layout) operations.push({ kind: 'layout', ...layout });
  if (before.settings !== after.settings) operations.push(...settingOperations(before.settings, after.settings));
  return operations;
}

/** Whether there is anything to save. */
export function isSameDocument(one: DashboardDocument, other: DashboardDocument): boolean {
  return one === other || difference(one, other).length === 0;
}

function settingOperations(before: DashboardSettings, after: DashboardSettings): readonly DashboardOperation[] {
  const changed = changedOf(before, after, isSameValue);
  if (!changed) return [];
  const kinds = ['filters', 'scopes', 'colors', 'settings'] as const;
  return kinds.flatMap((kind) => {
    const isOfKind = ([name]: readonly [string, unknown]) =>
      kindOfSetting(name) === kind && !DERIVED_SETTINGS.has(name);
    const from = Object.fromEntries(Object.entries(changed.from).filter(isOfKind));
    const to = Object.fromEntries(Object.entries(changed.to).filter(isOfKind));
    return Object.keys(from).length + Object.keys(to).length === 0 ? [] : { kind, from, to };
  });
}

function kindOfSetting(name: string): SettingKind {
  for (const kind of ['filters', 'scopes', 'colors'] as const)
    if ((SETTING_KINDS[kind] as readonly string[]).includes(name)) return kind;
  return 'settings';
}

/** The entries that differ, on both sides; null when none does. */
function changedOf<T extends object>(
  before: T,
  after: T,
  isSame: (one: T[keyof T] | undefined, other: T[keyof T] | undefined) => boolean,
): { readonly from: T; readonly to: T } | null {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof T)[];
  const changed = names.filter((name) => !isSame(ownValue(before, name), ownValue(after, name)));
  if (changed.length === 0) return null;
  const side = (all: T) =>
    Object.fromEntries(changed.filter((name) => Object.hasOwn(all, name)).map((name) => [name, all[name]])) as T;
  return { from: side(before), to: side(after) };
}

function ownValue<T extends object>(record: T, name: keyof T): T[keyof T] | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || (one !== undefined && other !== undefined && stableJson(one) === stableJson(other));
}

/** The record with what `to` holds, and without what only `from` holds. */
function patched<V>(
  record: Readonly<Record<string, V>>,
  from: Readonly<Record<string, V>>,
  to: Readonly<Record<string, V>>,
): Readonly<Record<string, V>> {
  const stays = Object.entries(record).filter(([name]) => !Object.hasOwn(from, name) || Object.hasOwn(to, name));
  return { ...Object.fromEntries(stays), ...to };
}

/** Ids of the components that are on one side of a change only, or differ. */
export function touchedIds({ from, to }: { readonly from: LayoutPatch; readonly to: LayoutPatch }): readonly string[] {
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    (id) => componentOf(from, id) !== undefined || componentOf(to, id) !== undefined,
  );
}

const KINDS: ReadonlySet<unknown> = new Set([
  'title',
  'properties',
  'layout',
  'filters',
  'scopes',
  'colors',
  'settings',
]);

/** Whether a record that came over the wire is an operation. */
export function isOperation(value: Readonly<Record<string, unknown>>): value is DashboardOperation & typeof value {
  return KINDS.has(value['kind']) && 'from' in value && 'to' in value;
}
