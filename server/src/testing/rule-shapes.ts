export const metric = (sqlExpression: string) => ({ expressionType: 'SQL', sqlExpression, label: 'm' });
export const shapes: readonly [string, Record<string, unknown>, Record<string, unknown>?][] = [
  ['an aggregate', { columns: ['owner'], metrics: ['count'], orderby: [['owner', true]] }],
  ['raw rows', { columns: ['region', 'amount'], orderby: [['amount', true]] }],
  ['a total', { metrics: [metric('SUM(amount)')] }],
  ['a row count', { columns: ['amount'], is_rowcount: true }],
  ['samples', { columns: [] }, { result_type: 'samples' }],
  [
    'a filter that asks for more',
    { columns: ['amount'], orderby: [['amount', true]], extras: { where: "(region = 'EU' OR 1 = 1)" } },
  ],
  [
    'a filter on the limited column',
    { columns: ['amount'], orderby: [['amount', true]], filters: [{ col: 'region', op: 'IN', val: ['US', 'EU'] }] },
  ],
  [
    'an alias that shadows the limited column',
    {
      columns: [{ expressionType: 'SQL', sqlExpression: "'EU'", label: 'region' }, 'amount'],
      orderby: [['amount', true]],
    },
  ],
  [
    'a series limit',
    {
      columns: ['owner', 'amount'],
      metrics: ['count'],
      series_columns: ['owner'],
      series_limit: 1,
      orderby: [['amount', true]],
    },
  ],
  [
    'HAVING',
    {
      columns: ['owner'],
      metrics: [metric('COUNT(*)')],
      extras: { having: 'COUNT(*) > 0 OR 1 = 1' },
      orderby: [['owner', true]],
    },
  ],
  [
    'a time grain',
    {
      columns: [
        { expressionType: 'SQL', sqlExpression: 'sold', label: 'sold', columnType: 'BASE_AXIS', timeGrain: 'P1D' },
      ],
      metrics: ['count'],
      orderby: [['sold', true]],
    },
  ],
];
