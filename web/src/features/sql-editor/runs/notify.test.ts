import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tabOf } from '../tabs/tabs.ts';
import { useTabs } from '../tabs/tabs-store.ts';
import { notifyOfEnd, useNotify } from './notify.ts';
import type { Run } from './run.ts';
import { beginRun } from './step-run.ts';

let shown: readonly unknown[] = [];

beforeEach(() => {
  shown = [];
  class Shown extends EventTarget {
    static readonly permission = 'granted';
    constructor(title: string, options: unknown) {
      super();
      shown = [...shown, [title, options]];
    }
  }
  vi.stubGlobal('Notification', Shown);
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  useNotify.setState({ isOn: true });
  const tab = tabOf(useTabs.getState(), { id: 'tab', name: 'Sales', maxRow: 10 }, 0);
  useTabs.setState({ tabs: [tab] });
});
afterEach(() => vi.unstubAllGlobals());

const ended = (ms: number): Run => ({
  ...beginRun('q1', { sql: 'SELECT 1', at: 0 }, { isAsync: false }, 0),
  state: 'success',
  endedAt: ms,
});

test('a long query that ends in a hidden tab is said by its tab, once it was asked for', () => {
  notifyOfEnd('tab', ended(6000));
  expect(shown).toEqual([['Sales', { body: 'The query has ended.', tag: 'q1' }]]);
});

test('nobody is disturbed by a short query, in a tab that is looked at, or without having asked', () => {
  notifyOfEnd('tab', ended(3000));
  vi.stubGlobal('document', { visibilityState: 'visible' });
  notifyOfEnd('tab', ended(6000));
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  useNotify.setState({ isOn: false });
  notifyOfEnd('tab', ended(6000));
  expect(shown).toEqual([]);
});
