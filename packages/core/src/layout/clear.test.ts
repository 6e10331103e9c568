import { expect, test } from 'vitest';
import { documentOf } from '../dashboard/fixtures.ts';
import { commit, startHistory, undo } from '../dashboard/history.ts';
import { difference } from '../dashboard/operations.ts';
import { layouts } from '../fixtures/dashboard-layout.ts';
import { clearLayout, isClear } from './clear.ts';
import { readLayout } from './stored.ts';

test.each(['simple', 'nested', 'tabs', 'grid_tabs'])(
  '[2.3-03] [4.5-06] "%s" is cleared to its fixed components in one step, which undo takes back',
  (name) => {
    const start = documentOf({ layout: readLayout(layouts[name]) });
    const layout = clearLayout(start.layout);
    expect(isClear(start.layout)).toBe(false);
    expect(Object.keys(layout).filter((id) => id !== 'HEADER_ID')).toEqual(['ROOT_ID', 'GRID_ID']);
    expect(layout['HEADER_ID']).toEqual(start.layout['HEADER_ID']);
    expect(clearLayout(layout)).toBe(layout);
    const history = commit(startHistory(start), difference(start, { ...start, layout }));
    expect(history.past).toHaveLength(1);
    expect(undo(history).present).toEqual(start);
  },
);
