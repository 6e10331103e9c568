import { expect, test } from 'vitest';
import { panelContext } from '../controls/fields.ts';
import { flights, lines } from './editor-fixtures.ts';
import { changedControls, matchesSearch, sectionsWith } from './panel-filter.ts';

const panel = panelContext(flights);

test('what differs from a new chart is changed; empty is empty, whatever it is made of', () => {
  const fresh = lines.newForm(panel);
  expect([...changedControls(lines, fresh, panel)]).toEqual([]);
  const form = { ...fresh, row_limit: 10, groupby: null, sort_metric: 'count' };
  expect([...changedControls(lines, form, panel)]).toEqual(['sort_metric', 'row_limit']);
});

test('a search finds a control by label, help, key and section, by every word', () => {
  const control = { kind: 'bool', label: 'Log scale', hint: 'Powers of ten.', default: false } as const;
  const section = { tab: 'customize', label: 'Y axis', controls: ['logAxis'] } as const;
  for (const search of ['log', 'scale y', 'ten', 'logaxis'])
    expect([search, matchesSearch(search, 'logAxis', {}, control, section)]).toEqual([search, true]);
  expect(matchesSearch('log quartz', 'logAxis', {}, control, section)).toBe(false);
  expect(sectionsWith([section], () => false)).toEqual([]);
});
