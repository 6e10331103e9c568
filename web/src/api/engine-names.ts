const names: Readonly<Record<string, string>> = {
  duckdb: 'DuckDB',
  sqlite: 'SQLite',
  postgresql: 'PostgreSQL',
  mysql: 'MySQL or MariaDB',
  trino: 'Trino',
  clickhouse: 'ClickHouse',
};

/** An engine key as users write it; the name that the server gives wins where a form has it. */
export function engineName(engine: string): string {
  return names[engine] ?? engine;
}
