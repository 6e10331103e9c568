import type { RawForm } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { kindOf } from './control-kinds/index.ts';
import type { FormRules } from './control-kinds/kind.ts';
import { isEmpty } from './control-kinds/read.ts';
import type { Complaints, Control, Controls, PanelContext } from './define.ts';

/**
 * What a user must mend before the chart can run, by control. An empty record means that the form is fine.
 *
 * Hidden controls are not judged: what cannot be seen cannot be mended.
 */
export function validateForm(controls: Controls, form: RawForm, panel: PanelContext, rules: FormRules): Complaints {
  const entries = Object.entries(controls).flatMap(([name, control]) => {
    if (control.visible && !control.visible(form, panel)) return [];
    const value = Object.hasOwn(form, name) ? form[name] : undefined;
    const complaints = isEmpty(value) && control.requiredUnless?.(form) ? [] : complain(control, value, rules);
    return complaints.length > 0 ? [[name, complaints] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** The complaints about one value. */
function complain(control: Control, value: unknown, rules: FormRules): readonly string[] {
  const { fields, complain: own } = kindOf(control);
  // A list of which nothing can be read has nothing in it.
  const isNothing = isEmpty(value) || fields?.toList(value).length === 0;
  if (isNothing) return control.required ? [t('cannot be empty')] : [];
  return own?.(value, control, rules) ?? [];
}
