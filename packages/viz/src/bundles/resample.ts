import type { RawForm } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { readText } from '../control-kinds/read.ts';
import { labelled } from '../shared/choices.ts';
import { hasValue } from '../shared/controls.ts';
import { defineQueryBundle } from './bundle.ts';

const RULES = labelled(
  ['1T', '1 minute'],
  ['1H', '1 hour'],
  ['1D', '1 day'],
  ['7D', '7 days'],
  ['1MS', 'Start of each month'],
  ['1M', 'End of each month'],
  ['1AS', 'Start of each year'],
  ['1A', 'End of each year'],
);
const METHODS = labelled(
  ['asfreq', 'Leave gaps'],
  ['zerofill', 'Fill with zero'],
  ['linear', 'Line between neighbours'],
  ['ffill', 'Value before'],
  ['bfill', 'Value after'],
  ['median', 'Median'],
  ['mean', 'Mean'],
  ['sum', 'Sum'],
);

/** Rows on a regular grid of time. */
export const resample = defineQueryBundle({
  name: 'Resample',
  controls: {
    resample_rule: {
      kind: 'select',
      label: 'Resample rule',
      hint: 'The grid of time; choose one or type it.',
      choices: RULES,
      default: null,
      freeForm: 'text',
      clearable: true,
    },
    resample_method: {
      kind: 'select',
      label: 'Fill method',
      choices: METHODS,
      default: null,
      freeForm: 'text',
      clearable: true,
      visible: (form) => hasValue(form, 'resample_rule'),
    },
  },
  sections: [{ tab: 'data', label: 'Resample', controls: ['resample_rule', 'resample_method'] }],
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
