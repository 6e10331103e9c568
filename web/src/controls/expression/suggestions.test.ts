import { expect, test } from 'vitest';
import { expressionSuggestions } from './suggestions.ts';

test('an expression is offered columns with types, metrics as their SQL, functions and macros', () => {
  const offered = expressionSuggestions(
    {
      columns: [{ name: 'amount', type: 'DECIMAL(10,2)' }],
      metrics: [
        { name: 'revenue', expression: 'SUM(amount)' },
        { name: 'share', expression: 'SUM(a) / SUM(b)' },
      ],
    },
    ['lower'],
  );
  expect(offered.slice(0, 4)).toEqual([
    { label: 'amount', kind: 'column', detail: 'decimal(10,2)' },
    { label: 'revenue', kind: 'metric', detail: 'SUM(amount)', insert: 'SUM(amount)' },
    { label: 'share', kind: 'metric', detail: 'SUM(a) / SUM(b)', insert: '(SUM(a) / SUM(b))' },
    { label: 'lower', kind: 'function' },
  ]);
  expect(offered.filter(({ kind }) => kind === 'macro').map(({ label }) => label)).toContain('filter_values');
});
