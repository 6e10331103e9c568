import { expect, test } from 'vitest';
import { withDeclaredAdditivity } from '@tessera/core/additivity';
import { buildColumn, buildDataset, buildMetric } from './dataset-fixture.ts';
import { bodyOf, draftOf, draftProblems, editDraft, shownProblems } from './dataset-draft.ts';

const draft = draftOf(buildDataset());

test('[7.2-04] a save sends columns with their ids, new ones without, and no local keys', () => {
  const edited = editDraft(editDraft(draft, { type: 'column_added', key: 'new:1' }), {
    type: 'column_changed',
    key: 'new:1',
    change: { column_name: 'day', expression: 'CAST(time AS DATE)' },
  });
  const columns = bodyOf(edited)['columns'] as readonly Record<string, unknown>[];
  expect(columns.map(({ id, column_name }) => [id, column_name])).toEqual([
    [1, 'time'],
    [2, 'origin'],
    [undefined, 'day'],
  ]);
  expect(columns.some((column) => 'key' in column || 'type_generic' in column)).toBe(false);
});

test('texts that were emptied are sent as null', () => {
  const edited = editDraft(draft, { type: 'settings_changed', change: { description: '  ' } });
  expect(bodyOf(edited)['description']).toBeNull();
});

test('a renamed main time column stays the main one, a removed one does not', () => {
  expect(
    editDraft(draft, { type: 'column_changed', key: '1', change: { column_name: 'at' } }).settings.main_dttm_col,
  ).toBe('at');
  expect(
    editDraft(draft, { type: 'column_changed', key: '1', change: { is_dttm: false } }).settings.main_dttm_col,
  ).toBeNull();
  expect(editDraft(draft, { type: 'column_removed', key: '1' }).settings.main_dttm_col).toBeNull();
  expect(
    editDraft(draft, { type: 'column_changed', key: '2', change: { column_name: 'x' } }).settings.main_dttm_col,
  ).toBe('time');
});

test('names that are missing or taken and metrics without SQL are problems', () => {
  const twice = draftOf(buildDataset({ columns: [buildColumn(1, 'a'), buildColumn(2, 'a'), buildColumn(3, '')] }));
  expect([...draftProblems(twice)]).toEqual([
    ['2:name', 'Another column is called a.'],
    ['3:name', 'A column needs a name.'],
  ]);
  const empty = editDraft(editDraft(draft, { type: 'metric_added', key: 'new:1' }), {
    type: 'metric_changed',
    key: 'new:1',
    change: { metric_name: 'm' },
  });
  expect([...draftProblems(empty)]).toEqual([['new:1', 'A metric needs its SQL.']]);
  const added = editDraft(draft, { type: 'metric_added', key: 'new:2' });
  expect([draftProblems(added).size, shownProblems(draftProblems(added), added).size]).toEqual([2, 0]);
  expect(draftProblems(draft).size).toBe(0);
});

test('what a metric says of its sums is saved in extra, beside what else is there', () => {
  const extra = '{"certification":{"certified_by":"Ann"}}';
  const edited = editDraft(draftOf(buildDataset({ metrics: [buildMetric(1, 'count', { extra })] })), {
    type: 'metric_changed',
    key: 'm1',
    change: { extra: withDeclaredAdditivity(extra, 'semi_additive') },
  });
  const [metric] = bodyOf(edited)['metrics'] as readonly Record<string, unknown>[];
  expect(JSON.parse(String(metric?.['extra']))).toEqual({
    certification: { certified_by: 'Ann' },
    additivity: 'semi_additive',
  });
  expect(metric).not.toHaveProperty('additivity');
});
