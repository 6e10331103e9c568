import { MySQL, PostgreSQL, SQLDialect, SQLite, StandardSQL } from '@codemirror/lang-sql';

/** Words of DuckDB that PostgreSQL does not have. */
const ofDuckdb =
  ' anti asof attach describe exclude glob install lambda load macro pivot positional pragma qualify semi summarize ' +
  'unpivot use';
const ofClickhouse =
  ' any array asof final format global limit prewhere qualify sample semi settings ttl using with totals offset';

/** How the text of a database is coloured. */
export const sqlDialects: Readonly<Record<string, SQLDialect>> = {
  sqlite: SQLite,
  postgresql: PostgreSQL,
  duckdb: SQLDialect.define({ ...PostgreSQL.spec, keywords: (PostgreSQL.spec.keywords ?? '') + ofDuckdb }),
  mysql: MySQL,
  trino: StandardSQL,
  clickhouse: SQLDialect.define({ ...MySQL.spec, keywords: (MySQL.spec.keywords ?? '') + ofClickhouse }),
};
