import { expect, test } from 'vitest';
import { erase } from '../erase.ts';
import type { DrillTarget } from '../events.ts';
import type { Mark } from '../marks.ts';
import { table } from '../plugins/table/index.ts';
import { NO_INPUTS } from '../inputs.ts';
import { selectMarks } from '../select.ts';
import { readShownResult } from '../read-shown-result.ts';
import { contextOf } from '../testing/golden.ts';
import { inZone } from './zone-filters.ts';

const nine = Date.UTC(2024, 2, 10, 9);
const answer = { colnames: ['tz', 'hour'], coltypes: [2, 2], data: [{ tz: nine, hour: Date.UTC(2024, 2, 10, 5) }] };
const inNewYork = readShownResult({ ...answer, time_zone: 'America/New_York', moments: ['tz'] });

test('moments of an answer are read in the clock of its zone, buckets are in it', () => {
  const five = Date.UTC(2024, 2, 10, 5);
  expect([...inNewYork.table.columns.values()].map(({ values }) => values)).toEqual([[five], [five]]);
  expect(readShownResult({ ...answer, time_zone: 'America/New_York' }).table.columns.get('tz')?.values).toEqual([nine]);
  const form = { query_mode: 'raw', all_columns: ['tz'], viz_type: 'table' };
  const [mark] = erase(table).marks([inNewYork], form, contextOf({}));
  expect(mark?.name).toContain('05:00');
});

test('filters on moments name them by text of that clock, those on buckets by number', () => {
  const five = Date.UTC(2024, 2, 10, 5);
  const filters = [
    { col: 'tz', val: five, formattedVal: '05:00' },
    { col: 'tz', val: five, grain: 'PT1H' },
    { col: 'other', val: five },
  ];
  const mark: Mark = { key: 'a', name: 'a', series: null, datum: {}, filters };

  const selected = inZone(selectMarks({ kind: 'select', mark, isAdded: false }, NO_INPUTS), [inNewYork]);
  expect(selected).toMatchObject({
    mask: {
      extraFormData: {
        filters: [
          { col: 'tz', op: 'IN', val: ['2024-03-10T05:00:00'] },
          { col: 'tz', op: 'IN', val: [five], grain: 'PT1H' },
          { col: 'other', op: 'IN', val: [five] },
        ],
      },
      // What is selected is found again among the cells.
      filterState: { value: [[five, five, five]] },
    },
  });
  const asked = inZone(selectMarks({ kind: 'menu', mark }, NO_INPUTS), [inNewYork]) as { readonly target: DrillTarget };
  expect(asked.target.toDetail.map(({ val }) => val)).toEqual(['2024-03-10T05:00:00', five, five]);
  expect(asked.target.by?.filters.map(({ val }) => val)).toEqual(['2024-03-10T05:00:00', five, five]);
  expect(inZone(selected, [{ moments: [] }])).toBe(selected);
});
