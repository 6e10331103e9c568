import { expect, test } from 'vitest';
import { printState, readState } from './comment-state.ts';

test('what was set is read as it was written; what nobody can read is nothing', () => {
  const activeTabs = { 'TABS-1': 'TAB-2' };
  expect(readState(printState({}, activeTabs, null))).toEqual({ dataMask: {}, activeTabs, point: null });
  expect(readState(printState({}, {}, 'rain: 641'))).toEqual({ dataMask: {}, activeTabs: {}, point: 'rain: 641' });
  expect([null, '', '{', '[]', '{"dataMask":1}'].map(readState)).toEqual([null, null, null, null, null]);
  expect(readState('{"dataMask":{},"activeTabs":{"a":1,"b":"c"},"point":7}')).toEqual({
    dataMask: {},
    activeTabs: { b: 'c' },
    point: null,
  });
});
