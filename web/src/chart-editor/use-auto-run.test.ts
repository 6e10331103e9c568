import { expect, test } from 'vitest';
import { lines } from './editor-fixtures.ts';
import { quietOf, waitsFor } from './use-auto-run.ts';

test('a chart follows while its last question was cheap; a dear one, a stop and the switch ask for a press', () => {
  expect(waitsFor({ isOn: true, cost: null, wasStopped: false })).toBeNull();
  expect(waitsFor({ isOn: true, cost: { ms: 999, isFirst: false }, wasStopped: false })).toBeNull();
  const [slow, slowFirst] = [false, true].map((isFirst) => ({ ms: 1300, isFirst }));
  expect(waitsFor({ isOn: true, cost: slow ?? null, wasStopped: false })).toContain('1.3 s');
  expect(waitsFor({ isOn: true, cost: slowFirst ?? null, wasStopped: false })).toBeNull();
  expect(waitsFor({ isOn: true, cost: { ms: 4200, isFirst: true }, wasStopped: false })).toContain('4.2 s');
  expect(waitsFor({ isOn: true, cost: { ms: 10, isFirst: false }, wasStopped: true })).toContain('Settings changed');
  expect(waitsFor({ isOn: false, cost: { ms: 10, isFirst: false }, wasStopped: false })).toContain('Settings changed');
});

test('a choice is followed at once, letters and drags when they pause', () => {
  const run = { vizType: 'lines', form: { row_limit: 10, opacity: 0.2 } };
  expect(quietOf(lines, run, { row_limit: 100, opacity: 0.2 })).toBeLessThan(50);
  expect(quietOf(lines, run, { row_limit: 10, opacity: 0.3 })).toBeGreaterThan(100);
  expect(quietOf(lines, null, {})).toBeLessThan(50);
});
