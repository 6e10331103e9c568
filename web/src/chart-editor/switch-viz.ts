import type { RawForm } from '@tessera/core/form-data';
import { kindOf } from '@tessera/viz/control-kinds/index';
import { isEmpty } from '@tessera/viz/control-kinds/read';
import type { Control, PanelContext } from '@tessera/viz/define';
import type { AnyViz } from '@tessera/viz/erase';
import { controlsOf } from '@tessera/viz/roles';
import type { DatasetFields } from '../controls/fields.ts';
import { sameForm } from '../controls/values.ts';
import { placeByRole } from './place-by-role.ts';
import { remapToDataset } from './switch-dataset.ts';

/** A form of a chart type: as it stands, or as it was left. */
export type Standing = {
  /** Null for a type that this version does not have. */
  readonly viz: AnyViz | null;
  readonly form: RawForm;
  /** Values of its controls that are hidden. */
  readonly stash: RawForm;
};

/** What lets a chart type be found as it was left, with what was changed since. */
export type Memory = {
  /** By chart type. */
  readonly left: ReadonlyMap<string, Standing>;
  /** The form that each type was last entered with. */
  readonly entered: ReadonlyMap<string, RawForm>;
  /** Types in which something was chosen by hand, the last one at the end. */
  readonly authors: readonly string[];
};

export const emptyMemory: Memory = { left: new Map(), entered: new Map(), authors: [] };

export type Switched = { readonly form: RawForm; readonly stash: RawForm; readonly memory: Memory };

/**
 * The same question asked of another chart type ([4.7-01]).
 *
 * A type that was here before comes back as it was left ([4.7-04]), with the changes made since. A new one takes values
 * by role, then by name, then its own beginnings, and takes them from where they were chosen: what was only looked at
 * on the way takes nothing away. Keys that are no controls of the type that is left stay.
 */
export function switchViz(now: Standing, memory: Memory, to: AnyViz, panel: PanelContext): Switched {
  const type = typeOf(now.form);
  if (type === to.type) return { form: now.form, stash: now.stash, memory };
  const { left: waiting, entered, authors } = withChanges(now, type, memory, panel);
  const left = new Map(waiting).set(type, now);
  const before = left.get(to.type);
  left.delete(to.type);
  const [source = now, ...earlier] = authors.flatMap((author) => left.get(author) ?? []).toReversed();
  const next = before ? comeBack(before, to) : begin(source, earlier, to, panel);
  return { ...next, memory: { left, entered: new Map(entered).set(to.type, next.form), authors } };
}

function typeOf({ viz_type: type }: RawForm): string {
  return typeof type === 'string' ? type : '';
}

/** The memory with what was changed since the present type was entered carried into every form that waits. */
function withChanges({ viz, form }: Standing, type: string, memory: Memory, panel: PanelContext): Memory {
  const authors = [...memory.authors.filter((author) => author !== type), type];
  const entered = viz && memory.entered.get(viz.type);
  if (!viz || !entered) return { ...memory, authors };
  const changed = Object.keys(viz.controls).filter((name) => !sameForm({ at: entered[name] }, { at: form[name] }));
  if (changed.length === 0) return memory;
  const left = new Map(memory.left);
  for (const [other, waiting] of left) {
    if (waiting.viz && other !== type) left.set(other, carryChanges(waiting, waiting.viz, viz, form, changed, panel));
  }
  return { left, entered: new Map(memory.entered).set(type, form), authors };
}

function carryChanges(
  waiting: Standing,
  to: AnyViz,
  from: AnyViz,
  form: RawForm,
  changed: readonly string[],
  panel: PanelContext,
): Standing {
  const next: Record<string, unknown> = { ...waiting.form };
  for (const name of changed) {
    const control = to.controls[name];
    if (!control || (hasRole(from, name) && hasRole(to, name))) continue;
    if (form[name] === undefined) delete next[name];
    else if (fits(control, form[name], from.controls[name])) next[name] = form[name];
  }
  return { ...waiting, form: { ...next, ...placeByRole({ viz: from, form }, to, next, panel, new Set(changed)) } };
}

function hasRole(viz: AnyViz, name: string): boolean {
  return Object.values(viz.roles).flat().includes(name);
}

/** A type as it was left. */
function comeBack(before: Standing, to: AnyViz): Omit<Switched, 'memory'> {
  return { form: { ...before.form, viz_type: to.type }, stash: before.stash };
}

function begin(now: Standing, earlier: readonly Standing[], to: AnyViz, panel: PanelContext): Omit<Switched, 'memory'> {
  const fresh = to.newForm(panel);
  const next: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(now.form)) {
    if (!(key in to.controls) && !(now.viz && key in now.viz.controls)) next[key] = value;
  }
  for (const [key, control] of Object.entries(to.controls)) {
    const source = [now, ...earlier].find(
      ({ viz, form, stash }) => (viz === null || key in viz.controls) && (key in form || key in stash),
    );
    const value = source && (key in source.form ? source.form[key] : source.stash[key]);
    const chosen = fits(control, value, source?.viz?.controls[key]) ? value : fresh[key];
    if (chosen !== undefined) next[key] = chosen;
  }
  const axes = controlsOf(to.roles, 'x');
  const hadAxis = [now, ...earlier].some(({ viz }) => viz === null || controlsOf(viz.roles, 'x').length > 0);
  // Groups without an axis so far stand along the first that comes: time, which nobody asked for, leaves it to them.
  if (!hadAxis) for (const name of axes) delete next[name];
  for (const source of [...earlier.toReversed(), now]) {
    if (source.viz) Object.assign(next, placeByRole({ viz: source.viz, form: source.form }, to, next, panel));
  }
  for (const name of axes) if (isEmpty(next[name]) && fresh[name] !== undefined) next[name] = fresh[name];
  return { form: { ...next, ...to.fromDataset(panel), viz_type: to.type }, stash: now.stash };
}

/** The memory for another dataset: what waits keeps what exists there, too. */
export function remapMemory(now: Standing, memory: Memory, panel: PanelContext, dataset: DatasetFields): Memory {
  const { left, authors } = withChanges(now, typeOf(now.form), memory, panel);
  const remapped = [...left].map(([type, waiting]): [string, Standing] => [
    type,
    waiting.viz ? { ...waiting, form: remapToDataset(waiting.form, waiting.viz, dataset).form } : waiting,
  ]);
  const here = now.viz ? [[now.viz.type, remapToDataset(now.form, now.viz, dataset).form] as const] : [];
  return { left: new Map(remapped), entered: new Map(here), authors };
}

/** A value stays where the control of that name is of the same kind, or where it is one of the choices anyway. */
function fits(control: Control, value: unknown, old: Control | undefined): boolean {
  if (value === undefined || kindOf(control).read(value, control) === undefined) return false;
  return old === undefined || old.kind === control.kind || 'choices' in control;
}
