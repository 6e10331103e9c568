import { msg } from '@tessera/core/messages';
import type { AssistDialect } from './dialects.ts';
import type { ClauseKind } from './model.ts';

/** Words of SQL with what they do, for the pane beside the list. */
type Keyword = { readonly form: string; readonly text: string };

const keywords: Readonly<Record<string, Keyword>> = {
  SELECT: { form: 'SELECT expression [AS name], …', text: msg('Chooses the columns of the result.') },
  'SELECT DISTINCT': { form: 'SELECT DISTINCT expression, …', text: msg('Leaves out rows that are there already.') },
  FROM: { form: 'FROM table [AS alias]', text: msg('Names what the query reads.') },
  WHERE: { form: 'WHERE condition', text: msg('Keeps the rows for which the condition is true.') },
  'GROUP BY': { form: 'GROUP BY expression, …', text: msg('Makes one row of all rows with the same values.') },
  HAVING: { form: 'HAVING condition', text: msg('Keeps the groups for which the condition is true.') },
  QUALIFY: { form: 'QUALIFY condition', text: msg('Keeps rows by the results of window functions.') },
  WINDOW: { form: 'WINDOW name AS (…)', text: msg('Gives a name to a window that several functions use.') },
  'ORDER BY': { form: 'ORDER BY expression [ASC | DESC], …', text: msg('Puts the rows of the result in order.') },
  LIMIT: { form: 'LIMIT rows', text: msg('Ends the result after so many rows.') },
  OFFSET: { form: 'OFFSET rows', text: msg('Leaves out the first rows of the result.') },
  JOIN: { form: 'JOIN table ON condition', text: msg('Adds the rows of another table that meet the condition.') },
  'INNER JOIN': { form: 'INNER JOIN table ON condition', text: msg('Keeps rows that have a match in both tables.') },
  'LEFT JOIN': { form: 'LEFT JOIN table ON condition', text: msg('Keeps all rows of the tables before it.') },
  'RIGHT JOIN': { form: 'RIGHT JOIN table ON condition', text: msg('Keeps all rows of the table behind it.') },
  'FULL JOIN': { form: 'FULL JOIN table ON condition', text: msg('Keeps all rows of both tables.') },
  'CROSS JOIN': { form: 'CROSS JOIN table', text: msg('Puts each row beside each row of the other table.') },
  'ASOF JOIN': { form: 'ASOF JOIN table ON a.t >= b.t', text: msg('Joins the nearest earlier row.') },
  ON: { form: 'ON condition', text: msg('Says which rows of two tables belong together.') },
  USING: { form: 'USING (column, …)', text: msg('Joins by columns that have the same name in both tables.') },
  WITH: { form: 'WITH name AS (query), …', text: msg('Gives names to queries that the statement reads.') },
  'WITH RECURSIVE': {
    form: 'WITH RECURSIVE name AS (query UNION ALL query)',
    text: msg('Names a query that reads itself.'),
  },
  'UNION ALL': { form: 'query UNION ALL query', text: msg('Puts the rows of two queries one behind the other.') },
  UNION: { form: 'query UNION query', text: msg('Rows of either query, each of them once.') },
  INTERSECT: { form: 'query INTERSECT query', text: msg('Rows that both queries have.') },
  EXCEPT: { form: 'query EXCEPT query', text: msg('Rows of the first query that the second does not have.') },
  CASE: {
    form: 'CASE WHEN condition THEN value ELSE value END',
    text: msg('The value behind the first condition that is true.'),
  },
  WHEN: { form: 'WHEN condition THEN value', text: msg('A condition of CASE and its value.') },
  THEN: { form: 'WHEN condition THEN value', text: msg('The value behind a condition of CASE.') },
  ELSE: { form: 'ELSE value', text: msg('The value where no condition of CASE is true.') },
  END: { form: 'END', text: msg('Ends CASE.') },
  DISTINCT: { form: 'DISTINCT value', text: msg('Each value once.') },
  EXISTS: { form: 'EXISTS (query)', text: msg('True where the query has a row.') },
  IN: { form: 'value IN (value, …)', text: msg('True where the value is in the list, or in the rows of a query.') },
  'NOT IN': {
    form: 'value NOT IN (value, …)',
    text: msg('True where the value is not in the list; never with a null in it.'),
  },
  BETWEEN: { form: 'value BETWEEN low AND high', text: msg('From low to high, both of them too.') },
  LIKE: { form: "value LIKE 'a%'", text: msg('Compares with a pattern: % is any text, _ one letter.') },
  ILIKE: { form: "value ILIKE 'a%'", text: msg('LIKE that overlooks capitals.') },
  'IS NULL': { form: 'value IS NULL', text: msg('True where there is no value.') },
  'IS NOT NULL': { form: 'value IS NOT NULL', text: msg('True where there is a value.') },
  'IS DISTINCT FROM': { form: 'value IS DISTINCT FROM value', text: msg('Not equal, where null is equal to null.') },
  OVER: { form: 'function() OVER (PARTITION BY … ORDER BY …)', text: msg('Computes over the rows around each row.') },
  'PARTITION BY': {
    form: 'PARTITION BY expression, …',
    text: msg('The window of a row: the rows with the same values.'),
  },
  FILTER: {
    form: 'aggregate(…) FILTER (WHERE condition)',
    text: msg('Aggregates the rows for which the condition is true.'),
  },
  'ROWS BETWEEN': { form: 'ROWS BETWEEN 6 PRECEDING AND CURRENT ROW', text: msg('Bounds the window by rows.') },
  'INSERT INTO': { form: 'INSERT INTO table (column, …) VALUES (…)', text: msg('Adds rows to a table.') },
  UPDATE: { form: 'UPDATE table SET column = value WHERE condition', text: msg('Changes rows of a table.') },
  'DELETE FROM': { form: 'DELETE FROM table WHERE condition', text: msg('Removes rows of a table.') },
  'CREATE TABLE': { form: 'CREATE TABLE name AS query', text: msg('Makes a table of the rows of a query.') },
  'CREATE VIEW': { form: 'CREATE VIEW name AS query', text: msg('Gives a name to a query that is stored.') },
  EXPLAIN: { form: 'EXPLAIN query', text: msg('Shows how the database would run a query.') },
  DESCRIBE: { form: 'DESCRIBE table', text: msg('Lists the columns of a table.') },
  SUMMARIZE: { form: 'SUMMARIZE table', text: msg('Statistics of each column of a table.') },
  TABLESAMPLE: { form: 'TABLESAMPLE (10 PERCENT)', text: msg('Reads a part of the rows.') },
  PREWHERE: { form: 'PREWHERE condition', text: msg('A condition that is read before the other columns are.') },
  'ARRAY JOIN': { form: 'ARRAY JOIN array AS name', text: msg('Makes a row of each element of an array.') },
};

/** What a word does; `null` for one that says it itself. */
export function keywordHelp(word: string): Keyword | null {
  return Object.hasOwn(keywords, word) ? (keywords[word] ?? null) : null;
}

const joins = ['JOIN', 'LEFT JOIN', 'INNER JOIN', 'RIGHT JOIN', 'FULL JOIN', 'CROSS JOIN'] as const;
const compare = ['IN', 'NOT IN', 'LIKE', 'ILIKE', 'BETWEEN', 'IS NULL', 'IS NOT NULL', 'IS DISTINCT FROM'] as const;
const unions = ['UNION ALL', 'UNION', 'INTERSECT', 'EXCEPT'] as const;
const rest = ['GROUP BY', 'HAVING', 'WINDOW', 'QUALIFY', 'ORDER BY', 'LIMIT', 'OFFSET', ...unions] as const;

/** Words that may follow a value, or the end of a clause, the likeliest first. */
const following: Readonly<Partial<Record<ClauseKind, readonly string[]>>> = {
  select: ['AS', 'FROM', 'AND', 'OR', ...compare, 'OVER', 'FILTER', 'COLLATE', ...unions],
  from: ['WHERE', ...joins, 'AS', ...rest, 'ON', 'USING', 'TABLESAMPLE', 'ASOF JOIN', 'SEMI JOIN', 'ANTI JOIN'],
  where: ['AND', 'OR', ...compare, ...rest],
  group: ['HAVING', 'ORDER BY', 'LIMIT', 'QUALIFY', 'WINDOW', ...unions],
  having: ['AND', 'OR', ...compare, 'ORDER BY', 'LIMIT', 'QUALIFY', 'WINDOW', ...unions],
  qualify: ['AND', 'OR', ...compare, 'ORDER BY', 'LIMIT', ...unions],
  window: ['ORDER BY', 'QUALIFY', 'LIMIT'],
  order: ['ASC', 'DESC', 'NULLS FIRST', 'NULLS LAST', 'LIMIT', 'OFFSET', 'COLLATE'],
  limit: ['OFFSET', ...unions],
  offset: ['LIMIT', 'ROWS', ...unions],
  values: ['RETURNING', 'ON CONFLICT'],
  update: ['SET', 'AS', 'WHERE'],
  set: ['WHERE', 'FROM', 'RETURNING', 'AND', 'OR'],
  insert: ['VALUES', 'SELECT', 'WITH'],
  returning: ['AS'],
  tail: ['LIMIT', 'OFFSET'],
};

const only: Readonly<Record<string, readonly string[]>> = {
  ILIKE: ['duckdb', 'postgresql', 'clickhouse'],
  QUALIFY: ['duckdb', 'clickhouse'],
  'FULL JOIN': ['duckdb', 'sqlite', 'postgresql', 'trino', 'clickhouse'],
  'RIGHT JOIN': ['duckdb', 'sqlite', 'postgresql', 'mysql', 'trino', 'clickhouse'],
  'IS DISTINCT FROM': ['duckdb', 'sqlite', 'postgresql', 'trino', 'clickhouse'],
  FILTER: ['duckdb', 'sqlite', 'postgresql', 'trino', 'clickhouse'],
  TABLESAMPLE: ['duckdb', 'postgresql', 'trino'],
  'ASOF JOIN': ['duckdb', 'clickhouse'],
  'SEMI JOIN': ['duckdb', 'clickhouse'],
  'ANTI JOIN': ['duckdb', 'clickhouse'],
  RETURNING: ['duckdb', 'sqlite', 'postgresql'],
  'ON CONFLICT': ['duckdb', 'sqlite', 'postgresql'],
  SUMMARIZE: ['duckdb'],
  DESCRIBE: ['duckdb', 'mysql', 'trino', 'clickhouse'],
  'NULLS FIRST': ['duckdb', 'sqlite', 'postgresql', 'trino', 'clickhouse'],
  'NULLS LAST': ['duckdb', 'sqlite', 'postgresql', 'trino', 'clickhouse'],
};

function inDialect(words: readonly string[], { grammar }: AssistDialect): readonly string[] {
  return words.filter((word) => !Object.hasOwn(only, word) || only[word]?.includes(grammar.name) === true);
}

export function wordsAfter(kind: ClauseKind, dialect: AssistDialect): readonly string[] {
  const own = following[kind] ?? [];
  const added =
    dialect.grammar.name === 'clickhouse' && kind === 'from'
      ? ['FINAL', 'PREWHERE', 'ARRAY JOIN', 'SAMPLE', 'SETTINGS', 'FORMAT']
      : [];
  return inDialect([...own, ...added], dialect);
}

const begins = ['SELECT', 'WITH', 'WITH RECURSIVE', 'EXPLAIN', 'DESCRIBE', 'SUMMARIZE', 'VALUES', 'SHOW TABLES'];
const changes = ['INSERT INTO', 'UPDATE', 'DELETE FROM', 'CREATE TABLE', 'CREATE VIEW', 'DROP TABLE', 'ALTER TABLE'];

/** What a statement may begin with. */
export function wordsOfStatement(dialect: AssistDialect): readonly string[] {
  return inDialect([...begins, ...(dialect.startsWithFrom ? ['FROM'] : []), ...changes], dialect);
}

/** What a query in brackets may begin with. */
export function wordsOfQuery(dialect: AssistDialect): readonly string[] {
  return ['SELECT', 'WITH', 'VALUES', ...(dialect.startsWithFrom ? ['FROM'] : [])];
}

/** What may begin a value. */
export const wordsOfOperand = [
  'CASE',
  'NOT',
  'NULL',
  'TRUE',
  'FALSE',
  'CAST',
  'INTERVAL',
  'EXISTS',
  'CURRENT_DATE',
  'CURRENT_TIMESTAMP',
];
export const wordsOfCase = ['WHEN', 'THEN', 'ELSE', 'END'];
export const wordsOfIs = ['NULL', 'NOT NULL', 'TRUE', 'FALSE', 'DISTINCT FROM', 'NOT DISTINCT FROM'];
export const wordsOfNot = ['IN', 'LIKE', 'BETWEEN', 'ILIKE', 'EXISTS'];
export const wordsOfWindow = ['PARTITION BY', 'ORDER BY', 'ROWS BETWEEN', 'RANGE BETWEEN'];
export const dateParts = ['YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTE', 'SECOND', 'EPOCH', 'DOW', 'DOY'];

const types: Readonly<Record<string, readonly string[]>> = {
  duckdb: [
    'VARCHAR',
    'INTEGER',
    'BIGINT',
    'DOUBLE',
    'DECIMAL(18, 2)',
    'DATE',
    'TIMESTAMP',
    'TIMESTAMPTZ',
    'TIME',
    'BOOLEAN',
    'INTERVAL',
    'JSON',
    'UUID',
    'BLOB',
    'HUGEINT',
    'SMALLINT',
  ],
  postgresql: [
    'text',
    'integer',
    'bigint',
    'numeric',
    'double precision',
    'date',
    'timestamp',
    'timestamptz',
    'time',
    'boolean',
    'interval',
    'jsonb',
    'json',
    'uuid',
    'varchar',
    'smallint',
    'real',
  ],
  sqlite: ['TEXT', 'INTEGER', 'REAL', 'NUMERIC', 'BLOB'],
  mysql: ['CHAR', 'SIGNED', 'UNSIGNED', 'DECIMAL(18, 2)', 'DOUBLE', 'DATE', 'DATETIME', 'TIME', 'JSON', 'BINARY'],
  trino: [
    'varchar',
    'integer',
    'bigint',
    'double',
    'decimal(18, 2)',
    'date',
    'timestamp',
    'timestamp with time zone',
    'time',
    'boolean',
    'json',
    'uuid',
    'real',
    'smallint',
  ],
  clickhouse: [
    'String',
    'Int32',
    'Int64',
    'UInt32',
    'UInt64',
    'Float64',
    'Decimal(18, 2)',
    'Date',
    'DateTime',
    'DateTime64(3)',
    'Bool',
    'UUID',
    'Nullable(String)',
    'Array(String)',
  ],
};

/** Types that a cast may name. */
export function typesOf({ grammar }: AssistDialect): readonly string[] {
  return types[grammar.name] ?? [];
}
