import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { arrangementOf } from './arrangement.ts';
import { DashboardFrame } from './DashboardFrame.tsx';

test.each([
  [1440, 'columns'],
  [1024, 'columns'],
  [1023, 'wrapped'],
  [640, 'wrapped'],
  [639, 'single'],
  [390, 'single'],
])('at %i px the rows are %s', (width, arrangement) => {
  expect(arrangementOf(width)).toBe(arrangement);
});

/** The texts of the parts in the order of the page. */
function drawn(slots: Omit<Parameters<typeof DashboardFrame>[0], 'children'>): { html: string; words: string[] } {
  vi.stubGlobal('innerWidth', 1440);
  const html = renderToStaticMarkup(<DashboardFrame {...slots}>charts</DashboardFrame>);
  vi.unstubAllGlobals();
  return { html, words: html.split(/<[^>]*>/).filter((text) => text !== '') };
}

test('the parts stand in the order in which they are read; one that is left out takes no room', () => {
  expect(drawn({ header: 'title', topBar: 'bar', rail: 'filters', palette: 'palette' }).words).toEqual([
    'title',
    'bar',
    'filters',
    'charts',
    'palette',
  ]);
  const empty = drawn({ header: 'title', rail: null, topBar: false });
  expect(empty.words).toEqual(['title', 'charts']);
  expect(empty.html.match(/<div/g)).toHaveLength(4);
  expect(empty.html).toContain('data-arrangement="columns"');
});
