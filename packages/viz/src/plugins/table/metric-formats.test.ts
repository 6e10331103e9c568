import { describe, expect, test } from 'vitest';
import { parseForm } from '../../parse-form.ts';
import { tableControls } from './controls.ts';
import { withColumnFormats } from './metric-formats.ts';

const euros = { symbol: 'EUR', symbolPosition: 'suffix' } as const;
const formats = { miles: { format: ',.2f', currency: euros }, delay: { format: '.1f', currency: null } };
const written = (raw: object) => {
  const form = parseForm(tableControls, {}, { ...raw });
  return { form, written: withColumnFormats(form, formats) };
};

describe('columns of a table are written each by its own metric', () => {
  const chosen = { delay: { d3NumberFormat: ',d' } };

  test('unless the author chose a format for the column', () => {
    expect(written({ metrics: ['miles', 'delay'], column_config: chosen }).written.column_config).toEqual({
      miles: { d3NumberFormat: ',.2f', currencyFormat: euros },
      ...chosen,
    });
  });

  test('a currency of the column stays beside the format of the metric', () => {
    const dollars = { symbol: 'USD', symbolPosition: 'prefix' };
    expect(
      written({ metrics: ['miles'], column_config: { miles: { currencyFormat: dollars } } }).written,
    ).toMatchObject({
      column_config: { miles: { d3NumberFormat: ',.2f', currencyFormat: dollars } },
    });
  });

  test('rows as they are have no metrics', () => {
    const raw = written({ metrics: ['miles'], query_mode: 'raw' });
    expect(raw.written).toBe(raw.form);
  });
});
