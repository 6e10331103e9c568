import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import { contextOf } from '../../testing/golden.ts';
import { unreadSettings } from '../../unread-settings.ts';
import { cases } from './fixtures/cases.ts';
import { popKpi } from './index.ts';

const viz = erase(popKpi);

test('a shift stored as a list of one is read, asked and drawn as that one', () => {
  const basic = cases.find(({ name }) => name === 'basic');
  if (!basic || viz.drawing.kind !== 'scene') throw new TypeError('a number is drawn by a scene');
  const listed = { ...basic.form, time_compare: ['1 week ago'] };
  expect(unreadSettings(viz.controls, listed)).toEqual([]);
  expect(viz.buildQueries(listed, { ownState: {} })[0]?.time_offsets).toEqual(['1 week ago']);
  const drawn = (form: object) =>
    viz.drawing.kind === 'scene' ? viz.drawing.toScene(basic.results, { ...form }, contextOf(basic)) : null;
  expect(drawn(listed)).toEqual(drawn(basic.form));
  expect(viz.controls['start_date_offset']?.visible?.({ time_compare: ['custom'] }, { columns: [], grains: [] })).toBe(
    true,
  );
  // Of several none is the one.
  expect(unreadSettings(viz.controls, { ...listed, time_compare: ['1 week ago', '1 year ago'] })).toHaveLength(1);
});
