import { describe, expect, test } from 'vitest';
import type { RawForm } from '@tessera/core/form-data';
import { erase } from '../../erase.ts';
import { NO_INPUTS } from '../../inputs.ts';
import { contextOf } from '../../testing/golden.ts';
import { months, resultOf } from '../../testing/tables.ts';
import { timePivot } from './index.ts';
import { beginOf, foldTo, readPeriod } from './periods.ts';

const viz = erase(timePivot);
const at = (text: string) => Date.parse(`${text}Z`);
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

describe('periods', () => {
  test.each([
    ['AS', '2001-01-01'],
    ['QS', '2001-07-01'],
    ['MS', '2001-08-01'],
    ['W-MON', '2001-08-13'],
    ['W-SUN', '2001-08-12'],
    ['D', '2001-08-15'],
    // Several units count back from the newest moment, which lies in the last of them.
    ['4W-MON', '2001-07-30'],
    ['52W-MON', '2000-08-28'],
    ['2D', '2001-08-14'],
  ])('%s begins on %s', (freq, begin) => {
    const period = readPeriod(freq);
    expect(period && day(beginOf(at('2001-08-15T13:00'), at('2001-08-21T00:00'), period))).toBe(begin);
  });

  test('text that is none is said', () => {
    const form: RawForm = { granularity_sqla: 'date', metric: 'count', freq: 'now and then' };
    const panel = { columns: [], mainTimeColumn: null, grains: [] } as never;
    expect(viz.validate(form, panel, { maxRowLimit: 1e5 })).toMatchObject({ freq: [expect.stringContaining('W-MON')] });
    const rows = [resultOf({ '__timestamp:temporal': months(2001, 1), 'count:numeric': [1] })];
    expect(viz.whyEmpty(rows, form)).toBe('"now and then" is no period.');
  });

  test('days of a leap year keep their months', () => {
    const period = readPeriod('AS');
    if (!period) throw new Error('no period');
    expect(day(foldTo(at('2000-03-01T00:00'), at('2000-01-01T00:00'), at('2001-01-01T00:00'), period))).toBe(
      '2001-03-01',
    );
  });
});

test('a value filters by its own time', () => {
  const form: RawForm = { granularity_sqla: 'date', time_grain_sqla: 'P1M', metric: 'count', freq: 'AS' };
  const results = [resultOf({ '__timestamp:temporal': months(2000, 14), 'count:numeric': months(2000, 14) })];
  const marks = viz.marks(results, form, contextOf({}));
  expect(marks.map(({ series }) => series)).toEqual([...Array(2).fill('2001'), ...Array(12).fill('2000')]);
  const mark = marks[2];
  if (!mark) throw new Error('no mark');
  expect(mark.place?.value).toBe(at('2001-01-01T00:00'));
  expect(viz.select({ kind: 'select', mark, isAdded: false }, results, form, NO_INPUTS)).toMatchObject({
    mask: { extraFormData: { filters: [{ col: 'date', op: 'IN', val: [at('2000-01-01T00:00')], grain: 'P1M' }] } },
  });
});
