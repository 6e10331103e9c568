import type { RawForm } from '@tessera/core/form-data';
import { msg, t } from '@tessera/core/messages';
import { readText } from '../control-kinds/read.ts';
import { labelled } from '../shared/choices.ts';
import { hasValue } from '../shared/controls.ts';
import { defineQueryBundle } from './bundle.ts';

const RULES = labelled(
  ['1T', msg('1 minute')],
  ['1H', msg('1 hour')],
  ['1D', msg('1 day')],
  ['7D', msg('7 days')],
  ['1MS', msg('Start of each month')],
  ['1M', msg('End of each month')],
  ['1AS', msg('Start of each year')],
  ['1A', msg('End of each year')],
);
const METHODS = labelled(
  ['asfreq', msg('Leave gaps')],
  ['zerofill', msg('Fill with zero')],
  ['linear', msg('Line between neighbours')],
  ['ffill', msg('Value before')],
  ['bfill', msg('Value after')],
  ['median', msg('Median')],
  ['mean', msg('Mean')],
  ['sum', msg('Sum')],
);

/** Rows on a regular grid of time. */
export const resample = defineQueryBundle({
  name: 'Resample',
  controls: {
    resample_rule: {
      kind: 'select',
      label: msg('Resample rule'),
      hint: msg('The grid of time; choose one or type it.'),
      choices: RULES,
      default: null,
      freeForm: 'text',
      clearable: true,
    },
    resample_method: {
      kind: 'select',
      label: msg('Fill method'),
      choices: METHODS,
      default: null,
      freeForm: 'text',
      clearable: true,
      visible: (form) => hasValue(form, 'resample_rule'),
    },
  },
  sections: [{ tab: 'data', label: msg('Resample'), controls: ['resample_rule', 'resample_method'] }],
  asks: (form) => {
    const grid = gridOf(form);
    return grid && t('every %s, %s', grid.rule, grid.method);
  },
  query: (form) => {
    const grid = gridOf(form);
    if (grid === null) return {};
    const isZero = grid.method === 'zerofill';
    const options = { method: isZero ? 'asfreq' : grid.method, rule: grid.rule, fill_value: isZero ? 0 : null };
    return { steps: [{ operation: 'resample', options }] };
  },
});

/** Rule and method go together: one without the other asks nothing. */
function gridOf(form: RawForm): { readonly rule: string; readonly method: string } | null {
  const [rule, method] = [readText(form['resample_rule']), readText(form['resample_method'])];
  return rule === undefined || method === undefined ? null : { rule, method };
}
