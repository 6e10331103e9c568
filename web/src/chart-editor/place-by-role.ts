import { columnLabel, metricLabel, type RawForm } from '@tessera/core/form-data';
import { type ColumnControl, takesKind } from '@tessera/viz/control-kinds/column';
import { kindOf } from '@tessera/viz/control-kinds/index';
import { isEmpty } from '@tessera/viz/control-kinds/read';
import type { PanelContext } from '@tessera/viz/define';
import type { AnyViz } from '@tessera/viz/erase';
import { controlsOf, type Role } from '@tessera/viz/roles';
import { sameForm } from '../controls/values.ts';

type Source = { readonly viz: AnyViz; readonly form: RawForm };

/** Places of one column come before lists: what stands in one place stands in no other. */
const ORDER: readonly Role[] = [
  'x',
  'time',
  'geography',
  'latitude',
  'longitude',
  'source',
  'target',
  'label',
  'rows',
  'columns',
  'series',
  'y',
  'value',
  'size',
  'color',
  'tooltip',
  'order',
  'filters',
];
const DIMENSIONS: readonly Role[] = ['rows', 'columns', 'series', 'label', 'source', 'target', 'geography'];

/** The roles for which something is chosen. */
export function filledRoles(viz: AnyViz | null, form: RawForm): ReadonlySet<Role> {
  const asks = ORDER.filter((role) => role !== 'filters' && role !== 'order');
  return new Set(viz ? asks.filter((role) => controlsOf(viz.roles, role).some((name) => !isEmpty(form[name]))) : []);
}

/**
 * What the controls of a chart type hold when another type's form fills them by their roles; `next` is the form so far.
 *
 * With `changed`, a form that waits is updated: only what these controls of the source feed is written.
 */
export function placeByRole(
  source: Source,
  to: AnyViz,
  next: RawForm,
  panel: PanelContext,
  changed?: ReadonlySet<string>,
): RawForm {
  const placed: Record<string, unknown> = {};
  for (const role of ORDER) {
    const form = { ...next, ...placed };
    const shown = controlsOf(to.roles, role).filter((name) => to.controls[name]?.visible?.(form, panel) ?? true);
    const name = shown[0];
    if (name === undefined || name in placed) continue;
    const value = valueOf(role, name, source, { viz: to, form }, panel, changed);
    if (value !== undefined) placed[name] = value;
  }
  return placed;
}

function valueOf(
  role: Role,
  name: string,
  source: Source,
  to: Source,
  panel: PanelContext,
  changed: ReadonlySet<string> | undefined,
): unknown {
  const control = to.viz.controls[name];
  const fields = control && kindOf(control).fields;
  if (!fields) return undefined;
  const feeding = feeders(role, source.viz, to.viz, isEmpty(to.form[name])).flatMap((from) =>
    controlsOf(source.viz.roles, from).flatMap((at) => {
      const own = source.viz.controls[at];
      const kind = own && kindOf(own).fields;
      const isShown = own?.visible?.(source.form, panel) ?? true;
      return kind?.what === fields.what && isShown ? [{ from, at, kind }] : [];
    }),
  );
  if (feeding.length === 0 || (changed && !feeding.some(({ at }) => changed.has(at)))) return undefined;

  const isTime = (item: unknown) => panel.columns.some((column) => column.isTemporal && column.name === item);
  const taken = labelsBefore(role, to);
  const items: unknown[] = [];
  for (const { from, at, kind } of feeding) {
    for (const item of kind.toList(source.form[at])) {
      const label = labelOf(item, fields.what);
      // A slice or a series for each day says nothing.
      if (role === 'series' && from === 'x' && isTime(item)) continue;
      if (control.kind === 'column' && !takesItem(control, item, panel)) continue;
      if (label !== null && (taken.has(label) || items.some((one) => labelOf(one, fields.what) === label))) continue;
      // Two queries have the same filter each, and one query needs it once.
      if (fields.what === 'filters' && items.some((one) => sameFilter(one, item))) continue;
      items.push(item);
    }
  }
  if (items.length === 0 && control.required === true) return undefined;
  // One value that was the first of a list here changes the first alone.
  const isFirst = changed !== undefined && fields.isList && feeding.every(({ kind }) => !kind.isList);
  const rest = isFirst ? fields.toList(to.form[name]).slice(1) : [];
  // Items and control hold the same things: `what` is equal.
  return (fields.fromList as (all: readonly unknown[]) => unknown)([...items, ...rest]);
}

/** The roles of the source whose values a role of the target takes, in order. */
function feeders(role: Role, from: AnyViz, to: AnyViz, isOpen: boolean): readonly Role[] {
  const has = (viz: AnyViz, one: Role) => controlsOf(viz.roles, one).length > 0;
  switch (role) {
    case 'x':
      return has(from, 'x') ? ['x'] : isOpen ? ['time', ...DIMENSIONS] : ['time'];
    case 'geography':
    case 'source':
    case 'target':
      return has(from, role) || !isOpen ? [role] : DIMENSIONS;
    case 'rows': {
      const others: readonly Role[] = has(to, 'columns') ? [] : ['columns', 'series'];
      return has(from, 'rows') ? ['rows', ...others] : ['x', ...(others.length > 0 ? DIMENSIONS : [])];
    }
    case 'columns':
      return has(from, 'columns') ? ['columns'] : ['series'];
    case 'series':
      return [...(has(to, 'x') ? [] : ['x' as const]), ...(has(from, 'series') ? ['series' as const] : DIMENSIONS)];
    case 'y':
    case 'value':
      return has(from, 'y') || has(from, 'value') ? ['y', 'value'] : ['size', 'color'];
    case 'time':
    case 'latitude':
    case 'longitude':
    case 'label':
    case 'size':
    case 'color':
    case 'tooltip':
    case 'order':
    case 'filters':
      return [role];
  }
}

/** Labels of the columns that stand in places before this one. */
function labelsBefore(role: Role, { viz, form }: Source): ReadonlySet<string> {
  const own = controlsOf(viz.roles, role);
  const names = ORDER.slice(0, ORDER.indexOf(role)).flatMap((before) => controlsOf(viz.roles, before));
  return new Set(
    names.flatMap((name) => {
      const control = viz.controls[name];
      const fields = control && !own.includes(name) ? kindOf(control).fields : undefined;
      return fields?.what === 'columns' ? fields.toList(form[name]).map(columnLabel) : [];
    }),
  );
}

/** An expression may give anything; of a name the dataset knows what it is. */
function takesItem(control: ColumnControl, item: unknown, { columns }: PanelContext): boolean {
  const known = typeof item === 'string' ? columns.find(({ name }) => name === item) : undefined;
  if (control.temporalOnly === true) return known?.isTemporal === true;
  return typeof item !== 'string' || takesKind(control, known?.kind);
}

function sameFilter(one: unknown, other: unknown): boolean {
  return sameForm({ filter: withoutKey(one) }, { filter: withoutKey(other) });
}

/** Without the name by which a list tells its filters apart. */
function withoutKey(filter: unknown): unknown {
  return typeof filter === 'object' && filter !== null ? { ...filter, filterOptionName: undefined } : filter;
}

/** By what two of a list are the same; filters are separated otherwise. */
function labelOf(item: unknown, what: 'columns' | 'metrics' | 'filters'): string | null {
  if (what === 'filters') return null;
  return what === 'columns'
    ? columnLabel(item as Parameters<typeof columnLabel>[0])
    : metricLabel(item as Parameters<typeof metricLabel>[0]);
}
