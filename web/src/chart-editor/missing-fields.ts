import type { RawForm } from '@tessera/core/form-data';
import { kindOf } from '@tessera/viz/control-kinds/index';
import type { Names } from '@tessera/viz/control-kinds/kind';
import { isEmpty } from '@tessera/viz/control-kinds/read';
import type { AnyViz } from '@tessera/viz/erase';
import type { DatasetFields } from '../controls/fields.ts';

/** A name in the settings that the dataset does not have. */
export type MissingField = { readonly what: 'column' | 'metric'; readonly name: string };

type Known = Pick<DatasetFields, 'columns' | 'metrics'>;

/** The columns and metrics that settings name although the dataset no longer has them. */
export function missingFields(viz: AnyViz, form: RawForm, dataset: Known): readonly MissingField[] {
  const columns = new Set(dataset.columns.map(({ name }) => name));
  const metrics = new Set(dataset.metrics.map(({ name }) => name));
  const missing = new Map<string, MissingField>();
  for (const [key, control] of Object.entries(viz.controls)) {
    const { remap } = kindOf(control);
    if (!remap || isEmpty(form[key])) continue;
    const here: MissingField[] = [];
    const look = (what: MissingField['what'], known: ReadonlySet<string>) => (name: string) => {
      if (known.has(name)) return name;
      here.push({ what, name });
      return null;
    };
    const { isWhole } = remap(form[key], { column: look('column', columns), metric: look('metric', metrics) }, control);
    // What keeps its whole value did not need the name.
    if (!isWhole) for (const field of here) missing.set(keyOf(field), field);
  }
  return [...missing.values()];
}

/** What takes the place of missing names; null takes the name out of the settings. */
export type Replacements = ReadonlyMap<string, string | null>;

export function keyOf({ what, name }: MissingField): string {
  return `${what} ${name}`;
}

/** The settings with other names in place of the missing ones; everything else stays as it is. */
export function replaceFields(viz: AnyViz, form: RawForm, replacements: Replacements): RawForm {
  const other = (what: MissingField['what']) => (name: string) => {
    const replacement = replacements.get(keyOf({ what, name }));
    return replacement === undefined ? name : replacement;
  };
  const names: Names = { column: other('column'), metric: other('metric') };
  const next: Record<string, unknown> = { ...form };
  for (const [key, control] of Object.entries(viz.controls)) {
    const { remap } = kindOf(control);
    if (!remap || isEmpty(form[key])) continue;
    const { value } = remap(form[key], names, control);
    // A name may take the place of another one beside which it stands already.
    next[key] = Array.isArray(value) ? [...new Set<unknown>(value)] : value;
  }
  return next;
}
