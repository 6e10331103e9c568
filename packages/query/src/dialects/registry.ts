import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import type { Dialect } from '../dialect.ts';
import { grainNames, type Grain } from '../time-grains.ts';
import { clickhouse } from './clickhouse.ts';
import { duckdb } from './duckdb.ts';
import { mysql } from './mysql.ts';
import { postgresql } from './postgresql.ts';
import { sqlite } from './sqlite.ts';
import { trino } from './trino.ts';

/** The one list. A new database is one file and one line here; its goldens and safety tests follow by themselves. */
export const dialects = { duckdb, sqlite, postgresql, mysql, trino, clickhouse } as const satisfies Record<
  string,
  Dialect
>;
export type DialectName = keyof typeof dialects;

/** The dialect of an engine. @throws AppError invalid_object for a name that is not registered */
export function dialectOf(name: string): Dialect {
  if (Object.hasOwn(dialects, name)) return dialects[name as DialectName];
  throw new AppError('invalid_object', { reason: message('There is no SQL dialect "%(name)s".', { name }) });
}

export type GrainChoice = {
  readonly name: string;
  readonly duration: Grain;
  /** SQL with {col} for the column. */ readonly function: string;
};

/** The grains of a database for menus ([9.0-10]), in the order of their length. */
export function grainChoices(dialect: Dialect): readonly GrainChoice[] {
  return (Object.keys(grainNames) as Grain[]).flatMap((duration) => {
    const write = dialect.timeGrain[duration];
    return write ? [{ name: grainNames[duration], duration, function: write('{col}') }] : [];
  });
}
