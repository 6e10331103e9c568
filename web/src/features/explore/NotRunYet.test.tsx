import { plugins } from '@tessera/viz/registry';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { panelContext } from '../../controls/fields.ts';
import { flights } from '../../chart-editor/editor-fixtures.ts';
import { NotRunYet } from './NotRunYet.tsx';

test('[2.1-03] a picture that stands alone names the settings that it cannot be made with', async () => {
  const viz = await plugins.pie.load();
  const form = { viz_type: 'pie', groupby: ['origin'], metric: null, number_format: ',zz' };
  const errors = viz.validate(form, panelContext(flights), { maxRowLimit: 50_000 });
  const draw = (isAlone: boolean) =>
    renderToStaticMarkup(<NotRunYet errors={errors} viz={viz} form={form} isAlone={isAlone} />);
  expect(draw(true)).toContain('Number format &quot;,zz&quot;: ');
  expect(draw(true)).toContain('Metric: cannot be empty');
  expect(draw(false)).toContain('2 settings are wrong or missing');
});
