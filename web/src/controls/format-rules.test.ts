import { expect, test } from 'vitest';
import { readFormatRules, ruleOperators, ruleProblem, targetsOf } from './format-rules.ts';

test('[9.0-16] threshold comparisons: none, six of one value, four between', () => {
  expect(ruleOperators.filter((operator) => targetsOf(operator) === 0)).toEqual(['None']);
  expect(ruleOperators.filter((operator) => targetsOf(operator) === 1)).toEqual(['>', '<', '≥', '≤', '=', '≠']);
  expect(ruleOperators.filter((operator) => targetsOf(operator) === 2)).toHaveLength(4);
});

test('stored rules are read in both spellings', () => {
  expect(readFormatRules([{ column: 'n', operator: '>=', targetValue: '5', colorScheme: '#fff' }, null])).toEqual([
    { column: 'n', operator: '≥', targetValue: 5, colorScheme: '#fff' },
  ]);
  expect(readFormatRules('x')).toEqual([]);
});

test('a rule without its values says what is missing', () => {
  expect(ruleProblem({ column: '', operator: 'None', colorScheme: '' })).toBe('Choose a column.');
  expect(ruleProblem({ column: 'n', operator: '>', colorScheme: '' })).toBe('Give a value.');
  expect(
    ruleProblem({ column: 'n', operator: '< x <', targetValueLeft: 5, targetValueRight: 1, colorScheme: '' }),
  ).toBe('The left value is larger than the right one.');
  expect(ruleProblem({ column: 'n', operator: '=', targetValue: 0, colorScheme: '' })).toBeNull();
});
