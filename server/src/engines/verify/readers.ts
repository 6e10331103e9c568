import { mysqlClosed } from './closed/mysql.ts';
import { postgresqlClosed } from './closed/postgresql.ts';
import { trinoClosed } from './closed/trino.ts';
import type { ClosedNames } from './closed-text.ts';
import type { Engine } from '../engine.ts';
import type { SqlParsers } from './parsers.ts';
import { statementOf } from './reading.ts';
import type { SqlReader } from './reader.ts';
import type { ParserName } from './sql-parser-worker.ts';

type Library = { readonly parser: ParserName; readonly closed: ClosedNames };

/** Parsers for databases that do not show how they read a text; PostgreSQL's is its own. */
const libraries: Readonly<Record<string, Library>> = {
  postgresql: { parser: 'postgresql', closed: postgresqlClosed },
  mysql: { parser: 'mysql', closed: mysqlClosed },
  trino: { parser: 'trino', closed: trinoClosed },
};

/** The reader of an engine: its own or a library's; `null` where there is neither, and user SQL is refused. */
export function readerOf(engine: Engine, parsers: SqlParsers): SqlReader | null {
  if (engine.reader) return engine.reader;
  const library = libraries[engine.dialect];
  if (!library) return null;
  return {
    closed: library.closed,
    read: (written, options) => parsers.read(library.parser, statementOf(written), options),
  };
}
