import { expect, test } from 'vitest';
import { ApiError } from '../../api/client.ts';
import type { Rule } from '../../api/rules.ts';
import { mergeForm } from '../../ui/fields/use-shared-form.ts';
import {
  complaintsOf,
  draftOf,
  emptyDraft,
  firstOf,
  inputOf,
  missingPart,
  reachOf,
  ruleForm,
  rulesNamed,
} from './rule-draft.ts';

const rule: Rule = {
  id: 4,
  name: 'Europe',
  filter_type: 'Base',
  group_key: null,
  clause: "region = 'EU'",
  description: null,
  version: 3,
  changed_on_delta_humanized: 'now',
  tables: [{ id: 7, schema: 'main', table_name: 'sales' }],
  roles: [{ id: 2, name: 'Gamma' }],
};
const draft = draftOf(rule);

test('a rule becomes a draft and the same rule again', () => {
  expect(draft).toEqual({
    name: 'Europe',
    type: 'Base',
    tables: ['7'],
    roles: ['2'],
    groupKey: '',
    clause: "region = 'EU'",
    description: '',
  });
  expect(inputOf(draft)).toEqual({
    name: 'Europe',
    filter_type: 'Base',
    tables: [7],
    roles: [2],
    group_key: null,
    clause: "region = 'EU'",
    description: null,
  });
  // The place of a mistake is counted from the beginning of what stands in the form.
  expect(inputOf({ ...draft, clause: '\n a = 1 \n' }).clause).toBe('\n a = 1');
  expect(inputOf({ ...draft, name: ' E ', groupKey: ' g ', description: ' d ' })).toMatchObject({
    name: 'E',
    group_key: 'g',
    description: 'd',
  });
});

test.each([
  { change: { name: ' ' }, want: 'Give the rule a name' },
  { change: { tables: [] }, want: 'Choose at least one dataset' },
  { change: { clause: '\n' }, want: 'Write the clause that rows must meet' },
  { change: {}, want: null },
])('missing: $want', ({ change, want }) => {
  expect(missingPart({ ...draft, ...change })).toBe(want);
});

test('a sentence says whom the rule limits', () => {
  expect(reachOf(emptyDraft)).toBe('Without a role this rule limits nobody.');
  expect(reachOf({ type: 'Base', roles: [] })).toBe('Without a role this rule limits everybody.');
  expect(reachOf({ type: 'Regular', roles: ['1'] })).toContain('People with one of these roles');
  expect(reachOf({ type: 'Base', roles: ['1'] })).toContain('Everybody but people');
});

test('two users change a rule: what only one touched is taken, what both touched stays as this one wrote it', () => {
  const mine = { ...draft, clause: "region = 'US'", roles: ['2', '3'] };
  const theirs = {
    ...rule,
    clause: "region = 'ASIA'",
    description: 'Why',
    roles: [
      { id: 3, name: 'Alpha' },
      { id: 2, name: 'Gamma' },
    ],
    tables: [...rule.tables, { id: 8, schema: 'main', table_name: 'costs' }],
  };
  expect(mergeForm(ruleForm, rule, mine, theirs)).toEqual({
    draft: { ...mine, description: 'Why', tables: ['7', '8'] },
    news: { taken: ['Datasets', 'Description'], clashes: [{ label: 'Clause', theirs: "region = 'ASIA'" }] },
  });
  expect(mergeForm(ruleForm, rule, mine, rule)).toEqual({ draft: mine, news: { taken: [], clashes: [] } });
});

test('complaints stand at their fields', () => {
  const nothing = { name: null, tables: null, roles: null, clause: null, other: null };
  expect(complaintsOf(null)).toEqual(nothing);
  expect(
    complaintsOf(new ApiError({ status: 400, code: 'invalid_sql_clause', message: 'Invalid SQL clause: x' })),
  ).toEqual({ ...nothing, clause: 'Invalid SQL clause: x' });
  for (const code of ['source_column_missing', 'template_invalid', 'statement_refused', 'database_error'])
    expect(complaintsOf(new ApiError({ status: 400, code, message: 'no', place: { line: 2, column: 3 } }))).toEqual({
      ...nothing,
      clause: 'Line 2, column 3: no',
    });
  expect(complaintsOf(new ApiError({ status: 422, code: 'name_taken', message: 'Rule E already exists.' }))).toEqual({
    ...nothing,
    name: 'Rule E already exists.',
  });
  expect(
    complaintsOf(new ApiError({ status: 422, message: 'no', fields: { tables: ['Datasource does not exist'] } })),
  ).toEqual({ ...nothing, tables: 'Datasource does not exist' });
  expect(complaintsOf(new ApiError({ status: 500, message: 'Broken' }))).toEqual({ ...nothing, other: 'Broken' });
  expect(complaintsOf(new Error('x')).other).toBe('An error occurred');
});

test('many names are counted', () => {
  expect(rulesNamed(['a', 'b'])).toBe('"a", "b"');
  expect(rulesNamed(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('"a", "b", "c", "d", "e" and 2 more');
  expect(firstOf(['a', 'b', 'c'])).toBe('a, b, c');
  expect(firstOf(['a', 'b', 'c', 'd'])).toBe('a, b, c and 1 more');
});

test('what someone else wrote is summarised', () => {
  expect((['clause', 'tables', 'roles', 'groupKey'] as const).map((field) => ruleForm.wordsOf(field, rule))).toEqual([
    "region = 'EU'",
    'sales',
    'Gamma',
    '',
  ]);
});
