/**
 * Functions that are longer than the bound, with the reason. A function that is split
 * leaves the list; a new one is split rather than added.
 */
export const exceptions = [
  {
    reason: 'A table of routes with one branch or handler object, which the check does not take for declarations.',
    functions: [
      'server/src/http/list-resource.ts#listRoutes',
      'server/src/resources/chart-data/routes.ts#chartDataRoutes.(anonymous)',
      'server/src/resources/me/routes.ts#meRoutes',
    ],
  },
  {
    reason: 'Wiring or life cycle of one thing, in the order in which it happens; its functions are short.',
    functions: [
      'server/src/wiring/rules.ts#createRules',
      'server/src/wiring/sql-editor.ts#createSqlEditor',
      'server/src/engines/process/query-stream.ts#createQueryStream',
      'server/src/http/server.ts#createServer',
      'web/src/chart/async-jobs.ts#createAsyncJobs',
      'packages/core/src/colors/color-scope.ts#createColorScope',
      'web/src/chart/queue-watch.ts#createQueueWatch',
    ],
  },
  {
    reason: 'A table of columns: entries that stand one behind the other.',
    functions: ['web/src/features/query-log/QueryLogPage.tsx#columns'],
  },
  {
    reason:
      'One algorithm, or one record, from its top to its end: its parts would pass all of its state to each other.',
    functions: [
      'packages/viz/src/shared/formula.ts#readFormula',
      'packages/query/src/consolidation/consolidate.ts#consolidate',
      'packages/query/src/sql-safety/tokens.ts#tokenize',
      'server/src/chart-data/resolve/resolve.ts#resolve',
      'server/src/engines/drivers/duckdb-process.ts#run',
      'server/src/engines/drivers/mysql/connect.ts#problemOf',
      'server/src/engines/drivers/mysql/engine.ts#answerOf',
      'server/src/engines/drivers/postgresql/transaction.ts#inTransaction',
      'server/src/templates/sandbox.ts#renderInSandbox',
    ],
  },
];
