import { t, tMarked } from '@tessera/core/messages';
import { kindOf } from '@tessera/viz/control-kinds/index';
import type { FieldItem } from '@tessera/viz/control-kinds/kind';
import type { Control } from '@tessera/viz/define';
import { labelIn } from '@tessera/viz/panel';
import type { AnyViz } from '@tessera/viz/erase';
import { vizName } from '../../chart/use-viz.ts';
import { sameForm } from '../../controls/values.ts';
import type { Draft } from '../../chart-editor/draft.ts';
import { fieldLabel } from '../../chart-editor/lost-fields.ts';

/** Where the words of steps come from: the code of chart types, and the datasets that were here. */
export type HistoryWords = {
  readonly definition: (type: string) => AnyViz | null;
  readonly datasetName: (datasource: unknown) => string | null;
};

/** What one step changed, in the words of the panel: `Dimensions: + Weather`. */
export function describeStep(before: Draft, after: Draft, words: HistoryWords): string {
  const { definition, datasetName } = words;
  const { datasource } = after.form;
  if (before.form['datasource'] !== datasource) return t('Dataset: %s', datasetName(datasource) ?? String(datasource));
  if (before.vizType !== after.vizType) return t('Chart type: %s', vizName(after.vizType));
  const controls = definition(after.vizType)?.controls ?? {};
  const keys = [...new Set([...Object.keys(before.form), ...Object.keys(after.form)])].filter(
    (key) => !sameForm({ value: before.form[key] }, { value: after.form[key] }),
  );
  const [key] = keys.filter((one) => one in controls);
  const control = key === undefined ? undefined : controls[key];
  if (key === undefined || !control) return keys.length === 0 ? t('Settings as they were') : t('Settings');
  return t('%(control)s: %(change)s', {
    control: tMarked(labelIn(control, after.form)),
    change: changeOf(control, before.form[key], after.form[key]),
  });
}

function changeOf(control: Control, before: unknown, after: unknown): string {
  const fields = kindOf(control).fields;
  if (!fields) return valueText(control, after);
  const read = (value: unknown) => {
    const items: readonly FieldItem[keyof FieldItem][] = fields.toList(value);
    return items.map((item) => fieldLabel(fields.what, item));
  };
  const [old, now] = [read(before), read(after)];
  const added = now.filter((label) => !old.includes(label)).map((label) => `+ ${label}`);
  const removed = old.filter((label) => !now.includes(label)).map((label) => `− ${label}`);
  return [...added, ...removed].join(', ') || t('another order');
}

function valueText(control: Control, value: unknown): string {
  if (value === undefined || value === null || value === '') return t('default');
  if (typeof value === 'boolean') return value ? t('on') : t('off');
  const choice =
    'choices' in control
      ? control.choices.find((one) => (typeof one === 'object' ? one.value : one) === value)
      : undefined;
  if (typeof choice === 'object') return tMarked(choice.label);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : t('changed');
}
