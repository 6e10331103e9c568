import { expect, test } from 'vitest';
import { openRows, toggled } from './opened-rows.ts';

test('rows that stand open by themselves stay closed once they were closed', () => {
  const key = 'schema main';
  const none = { expanded: [], closed: [] };
  expect([...openRows(none, [key])]).toEqual([key]);
  const closed = toggled(none, key, false);
  expect([...openRows(closed, [key])]).toEqual([]);
  expect([...openRows(toggled(closed, key, true), [key])]).toEqual([key]);
});
