import { msg } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import { labelled } from '../shared/choices.ts';
import { currencyFormat, hasValue, numberFormat, timeFormat } from '../shared/controls.ts';
import { defineBundle } from './bundle.ts';

const CONTENTS = labelled(
  ['key', msg('Category name')],
  ['value', msg('Value')],
  ['percent', msg('Percentage')],
  ['key_value', msg('Category and value')],
  ['key_percent', msg('Category and percentage')],
  ['key_value_percent', msg('Category, value and percentage')],
  ['value_percent', msg('Value and percentage')],
  ['template', msg('Template')],
);

/** Whether parts of a whole are labelled, with what and in which format. */
export const labels = defineBundle({
  controls: {
    show_labels: { kind: 'bool', label: msg('Show labels'), default: true, renderOnly: true },
    label_type: {
      kind: 'select',
      label: msg('Label contents'),
      choices: CONTENTS,
      default: 'key',
      renderOnly: true,
      visible: labelsShown,
    },
    label_template: {
      kind: 'text',
      label: msg('Label template'),
      hint: msg('Use {name}, {value} and {percent}.'),
      default: '',
      renderOnly: true,
      visible: (form) => labelsShown(form) && form['label_type'] === 'template',
    },
    number_format: numberFormat('Number format'),
    currency_format: currencyFormat,
    date_format: timeFormat('Date format'),
  },
  sections: [
    {
      tab: 'customize',
      label: msg('Labels'),
      controls: ['show_labels', 'label_type', 'label_template', 'number_format', 'currency_format', 'date_format'],
    },
  ],
});

/** Whether values stand at the marks of an axis, and which of a stack. */
export const valueLabels = defineBundle({
  controls: {
    show_value: { kind: 'bool', label: msg('Show value'), default: false, renderOnly: true },
    only_total: {
      kind: 'bool',
      label: msg('Only total'),
      hint: msg('Show the total of a stack, not its parts.'),
      default: true,
      renderOnly: true,
      visible: (form) => form['show_value'] === true && hasValue(form, 'stack'),
    },
    percentage_threshold: {
      kind: 'text',
      label: msg('Percentage threshold'),
      hint: msg('Values below this share of the total get no label.'),
      default: '0',
      format: 'number',
      renderOnly: true,
      visible: (form) => form['show_value'] === true && hasValue(form, 'stack') && form['only_total'] !== true,
    },
  },
  sections: [
    { tab: 'customize', label: msg('Labels'), controls: ['show_value', 'only_total', 'percentage_threshold'] },
  ],
});

export function labelsShown(form: RawForm): boolean {
  return form['show_labels'] !== false;
}
