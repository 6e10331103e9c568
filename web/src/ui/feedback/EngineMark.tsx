import classes from './EngineMark.module.css';

const marks: Readonly<Record<string, string>> = {
  duckdb: 'Du',
  sqlite: 'Sq',
  postgresql: 'Pg',
  mysql: 'My',
  trino: 'Tr',
  clickhouse: 'Ch',
};

/** The kind of a database in two letters; its name stands beside it. */
export function EngineMark({ engine }: { readonly engine: string }) {
  return (
    <span className={classes['mark']} aria-hidden>
      {marks[engine] ?? engine.slice(0, 2)}
    </span>
  );
}
