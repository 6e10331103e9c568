import type { RawForm } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { Complaints, Control, Controls, PanelContext } from './define.ts';
import { readOrderBy, toNumber } from './parse-form.ts';

export type FormRules = {
  /** The configured maximum of SQL rows; 100 000 unless configured ([5.0-01]). */
  readonly maxRowLimit: number;
};

/**
 * What a person must mend before the chart can run, by control. An empty record means that the form is fine.
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
export function complain(control: Control, value: unknown, rules: FormRules): readonly string[] {
  if (isEmpty(value)) return control.required ? [t('cannot be empty')] : [];

  if (control.kind === 'order_by') return readOrderBy(value).includes(null) ? [t('Found invalid orderby options')] : [];

  const format = control.kind === 'row_limit' ? 'integer' : numericFormat(control);
  if (format === null) return [];
  const number = toNumber(value);
  if (format === 'number') return number === null ? [t('is expected to be a number')] : [];
  if (number === null || !Number.isInteger(number)) return [t('is expected to be an integer')];
  if (control.kind !== 'row_limit') return [];
  if (number < 0) return [t('cannot be negative')];
  return number > rules.maxRowLimit ? [t('Value cannot exceed %s', rules.maxRowLimit)] : [];
}

function numericFormat(control: Control): 'integer' | 'number' | null {
  if (control.kind === 'text') return control.format ?? null;
  if (control.kind === 'select' && control.freeForm && control.freeForm !== 'text') return control.freeForm;
  return null;
}

/** Null, empty text and an empty list are the three ways of saying nothing ([5.0-03]). */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
