import type { AnyViz } from '@tessera/viz/erase';
import { plugins, type VizType } from '@tessera/viz/registry';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flights } from '../../chart-editor/editor-fixtures.ts';
import { emptyEditor, editChart, type Opened } from '../../chart-editor/editor-store.ts';
import { chartPayload, formToSave } from '../../chart-editor/chart-payload.ts';

const types = Object.keys(plugins) as VizType[];
const loaded = await Promise.all(types.map(async (type) => ({ type, viz: await plugins[type].load() })));

/** Keys that a save writes by itself or leaves out by specification. */
const OWN = ['datasource', 'viz_type', 'extra_form_data', 'extra_filters', 'slice_id', 'dashboards', '__proto__'];
const isExtra = (viz: AnyViz) => (key: string) => !(key in viz.controls) && !OWN.includes(key);

test.each(loaded)(
  'keys of a saved $type that its controls do not know live through opening, editing and saving',
  ({ type, viz }) => {
    const key = fc.string({ minLength: 1 }).filter(isExtra(viz));
    fc.assert(
      fc.property(
        fc.dictionary(key, fc.jsonValue(), { noNullPrototype: true, minKeys: 1 }),
        fc.boolean(),
        (extra, shows) => {
          const form = { ...extra, viz_type: type, datasource: '7__table', row_limit: 10 };
          const draft = { name: 'Kept', vizType: type, form };
          const opened: Opened = {
            address: '?slice_id=3',
            dataset: flights,
            chart: null,
            draft,
            base: draft,
            saved: draft,
            restored: null,
            runForm: form,
            refused: false,
          };
          const edited = editChart(editChart(emptyEditor, { type: 'opened', opened }), {
            type: 'control_changed',
            key: Object.keys(viz.controls)[0] ?? '',
            value: shows,
            viz,
          });
          expect(formToSave(edited.draft.form, viz, flights)).toMatchObject(extra);
        },
      ),
    );
  },
);

test.each(loaded)('a saved $type that was opened from a dashboard has none of its filters', ({ type, viz }) => {
  const own = { viz_type: type, datasource: '7__table', row_limit: 10 };
  const lent = {
    extra_filters: [{ col: 'city', op: '==', val: 'Rome' }],
    extra_form_data: { filters: [{ col: 'region', op: 'IN', val: ['EU'] }], time_range: 'Last week' },
  };
  const saved = chartPayload('Kept', { ...own, ...lent }, viz, flights, [], false);
  expect(saved).toEqual(chartPayload('Kept', own, viz, flights, [], false));
  expect(saved.params).not.toContain('extra_f');
});
