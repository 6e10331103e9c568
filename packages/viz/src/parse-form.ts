import type { RawForm } from '@tessera/core/form-data';
import { kindOf } from './control-kinds/index.ts';
import type { Control, Controls, FormOf } from './define.ts';

/**
 * Read saved form data as the controls describe it.
 *
 * A missing key takes the plugin's `defaults`, then the control's default (ruling 20). Stored junk — another type, a
 * choice that does not exist ([5.0-04]) — counts as missing: a saved chart always loads (ruling 5). Never throws.
 */
export function parseForm<C extends Controls>(controls: C, defaults: RawForm, raw: RawForm): FormOf<C> {
  const parsed = Object.entries(controls).map(([name, control]) => {
    const value = read(control, own(raw, name));
    if (value !== undefined) return [name, value];
    const fallback = read(control, own(defaults, name));
    return [name, fallback === undefined ? kindOf(control).empty(control) : fallback];
  });
  // The only cast of the form: the kinds read and give what FormOf says for each control.
  return Object.fromEntries(parsed) as FormOf<C>;
}

function read(control: Control, value: unknown): unknown {
  return value === undefined ? undefined : kindOf(control).read(value, control);
}

/** Inherited names such as `constructor` are no form data. */
function own(form: RawForm, name: string): unknown {
  return Object.hasOwn(form, name) ? form[name] : undefined;
}
