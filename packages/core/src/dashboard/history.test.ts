import { expect, test } from 'vitest';
import { placeMissingCharts } from '../layout/charts.ts';
import { emptyLayout } from '../layout/types.ts';
import { emptyDocument, type DashboardDocument } from './document.ts';
import { countedIds, documentOf } from './fixtures.ts';
import { commit, redo, renameChart, startHistory, undo, UNDO_LIMIT, undoWarning } from './history.ts';
import { difference, isSameDocument } from './operations.ts';

const named = (title: string): DashboardDocument => ({ ...emptyDocument, title });

function after(steps: number) {
  let history = startHistory(named('0'));
  for (let n = 1; n <= steps; n += 1) history = commit(history, difference(history.present, named(String(n))));
  return history;
}

test('[4.5-06] undo and redo walk the same steps; a new step forgets the redone ones', () => {
  const three = after(3);
  expect(undo(undo(three)).present.title).toBe('1');
  expect(redo(undo(three))).toEqual(three);
  expect(commit(undo(three), difference(undo(three).present, named('9'))).future).toEqual([]);
  expect([undo(after(0)), redo(after(1))]).toEqual([after(0), after(1)]);
  const same = after(2);
  expect(commit(same, difference(same.present, named('2'))), 'what changes nothing is no step').toBe(same);
});

test('[9.0-26] [4.5-06] 52 documents are in reach; the first one goes with the 52nd step', () => {
  const back = (steps: number) => {
    let history = after(steps);
    while (history.past.length > 0) history = undo(history);
    return history.present.title;
  };
  expect(UNDO_LIMIT).toBe(50);
  expect(after(51).past).toHaveLength(51);
  expect([back(51), back(52)]).toEqual(['0', '1']);
});

test('[4.5-05] undo back to the start leaves nothing to save, unless the limit was exceeded', () => {
  const back = (steps: number) => {
    let history = after(steps);
    while (history.past.length > 0) history = undo(history);
    return isSameDocument(history.present, named('0'));
  };
  expect([isSameDocument(undo(after(2)).present, named('0')), back(1), back(51), back(60)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('[8.3-05] the step that takes the last of 50 slots warns, once', () => {
  const warnings = Array.from({ length: 55 }, (_, n) => undoWarning(after(n), after(n + 1)));
  expect(warnings.filter((text) => text !== null)).toEqual([
    'You have used all 50 undo slots and will not be able to fully undo subsequent actions. You may save your ' +
      'current state to reset the history.',
  ]);
  expect(warnings[49]).not.toBeNull();
});

test('a chart that was renamed elsewhere has its new name in every step, and nothing to save', () => {
  const start = documentOf({ layout: placeMissingCharts(emptyLayout, [{ id: 1, name: 'Old' }], countedIds()) });
  const id = Object.keys(start.layout).find((key) => key.startsWith('CHART')) ?? '';
  const removed = commit(startHistory(start), difference(start, documentOf({})));
  const history = renameChart(removed, 1, 'New');
  expect(undo(history).present.layout[id]?.meta.sliceName).toBe('New');
  const open = renameChart(startHistory(start), 1, 'New');
  expect(open.present.layout[id]?.meta.sliceName).toBe('New');
  expect(isSameDocument(open.present, start)).toBe(true);
});
