import { expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { blamedKey, changedExpressions, standing, tabOf } from './dataset-complaints.ts';
import { draftOf, editDraft } from './dataset-draft.ts';
import { buildColumn, buildDataset, buildMetric } from './dataset-fixture.ts';

const stored = buildDataset({
  sql: 'SELECT 1',
  kind: 'virtual',
  columns: [buildColumn(1, 'a'), buildColumn(2, 'twice', { expression: 'a * 2' })],
  metrics: [buildMetric(1, 'count'), buildMetric(3, 'odd (sum)', { expression: 'SUM(a)' })],
});
const draft = draftOf(stored);
const refused = (message: string, code: string, fields = {}) => new ApiError({ status: 400, message, code, fields });

test('a complaint holds only for the text that it was about', () => {
  const complaints = new Map([['m3', { about: 'SUM(a)', message: 'wrong' }]]);
  expect([...standing(complaints, draft)]).toEqual([['m3', 'wrong']]);
  expect([
    ...standing(complaints, editDraft(draft, { type: 'metric_changed', key: 'm3', change: { expression: 'SUM(b)' } })),
  ]).toEqual([]);
  expect([...standing(complaints, editDraft(draft, { type: 'metric_removed', key: 'm3' }))]).toEqual([]);
});

test('a refused save is reported at the field to blame', () => {
  const changed = editDraft(draft, { type: 'settings_changed', change: { sql: 'SELECT nope' } });
  expect(blamedKey(refused('Invalid SQL clause: x (metric odd (sum))', 'invalid_sql_clause'), draft, stored)).toBe(
    'm3',
  );
  expect(blamedKey(refused('Invalid SQL clause: x (column twice)', 'invalid_sql_clause'), draft, stored)).toBe('2');
  expect(blamedKey(refused('Error: column "nope" does not exist', 'source_column_missing'), changed, stored)).toBe(
    'sql',
  );
  expect(blamedKey(refused('The template cannot be rendered: x', 'template_invalid'), changed, stored)).toBe('sql');
  expect(
    blamedKey(
      refused('template_params: Not a JSON object.', 'invalid_fields', { template_params: ['Not a JSON object.'] }),
      draft,
      stored,
    ),
  ).toBe('template_params');
  expect(blamedKey(refused('Forbidden', 'forbidden'), changed, stored)).toBeNull();
});

test('only expressions that are new or changed are asked about', () => {
  const changed = editDraft(editDraft(draft, { type: 'metric_added', key: 'new:1' }), {
    type: 'metric_changed',
    key: 'new:1',
    change: { expression: 'MAX(a)' },
  });
  expect(changedExpressions(draft, stored)).toEqual([]);
  expect(
    changedExpressions(
      editDraft(changed, { type: 'column_changed', key: '2', change: { expression: 'a * 3' } }),
      stored,
    ),
  ).toEqual([
    { key: '2', text: 'a * 3', type: 'column' },
    { key: 'new:1', text: 'MAX(a)', type: 'metric' },
  ]);
  const limited = editDraft(draft, { type: 'settings_changed', change: { fetch_values_predicate: 'a > 1' } });
  expect(changedExpressions(limited, stored)).toEqual([
    { key: 'fetch_values_predicate', text: 'a > 1', type: 'where' },
  ]);
  expect(
    changedExpressions(editDraft(draft, { type: 'settings_changed', change: { fetch_values_predicate: '' } }), stored),
  ).toEqual([]);
  expect([...standing(new Map([['fetch_values_predicate', { about: 'a > 1', message: 'wrong' }]]), limited)]).toEqual([
    ['fetch_values_predicate', 'wrong'],
  ]);
});

test('each complaint has its tab', () => {
  expect([tabOf('m3', draft), tabOf('2', draft), tabOf('sql', draft)]).toEqual(['metrics', 'calculated', 'settings']);
});
