import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import { createChartContext } from '../../shared/context.ts';
import { cases } from './fixtures/cases.ts';
import { popKpi } from './index.ts';

const viz = erase(popKpi);
const euros = { symbol: 'EUR', symbolPosition: 'suffix' };
const metrics = [{ metric_name: 'count', d3format: ',.2f', currency: euros }];
const context = createChartContext({ width: 640, height: 360, mode: 'light', metrics, locale: 'en-US' });

test.each(['difference', 'ratio', 'percentage'])(
  'the number is written as its metric, compared by %s',
  (comparison) => {
    const basic = cases.find(({ name }) => name === 'basic');
    if (!basic) throw new TypeError('a number has a basic case');
    const said = viz.describe(basic.results, { ...basic.form, comparison_type: comparison }, context);
    expect(said).toContain('41,250.00 €');
  },
);
