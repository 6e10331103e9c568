import { AppError } from '@tessera/core/errors/app-error';
import { message, messageN } from '@tessera/core/messages';
import type { Dialect } from '@tessera/query/dialect';
import type { StatementKind } from '@tessera/query/sql-statements/classify';
import type { Namespace } from '../../engines/engine.ts';
import type { CreateAs, RunDatabase } from '../run-request.ts';

type Created = { readonly method: CreateAs['method']; readonly schema: string | null; readonly name: string };

/** The longest name of a table that some database takes. */
const MAX_NAME = 255;

/**
 * Whether the result of a script may become a table or a view.
 * @throws AppError statement_writes, ctas_invalid, cvas_invalid, invalid_fields
 */
export function assertCreatable(
  { method, name }: CreateAs,
  script: readonly { readonly kind: StatementKind }[],
  { allowsCtas, allowsCvas }: RunDatabase,
  { isLimited }: { readonly isLimited: boolean },
): void {
  if (!(method === 'TABLE' ? allowsCtas : allowsCvas))
    throw new AppError('statement_writes', {
      reason:
        method === 'TABLE'
          ? message('This database does not allow tables to be made of results.')
          : message('This database does not allow views to be made of queries.'),
    });
  if (isLimited)
    throw new AppError('statement_writes', {
      reason: message('You may read some tables of this database, and make none.'),
    });
  const isQuery = script.at(-1)?.kind.kind === 'read';
  if (method === 'TABLE' && !isQuery) throw new AppError('ctas_invalid', {});
  if (method === 'VIEW' && (!isQuery || script.length !== 1)) throw new AppError('cvas_invalid', {});
  // Databases cut names, or store what nobody can type again.
  if (name.trim() === '' || name.length > MAX_NAME || /\p{Cc}/u.test(name))
    throw new AppError('invalid_fields', {
      fields: {
        tmp_table_name: [
          messageN(
            'Must be a name of at most %(count)s character, without line breaks.',
            'Must be a name of at most %(count)s characters, without line breaks.',
            MAX_NAME,
          ),
        ],
      },
    });
}

/** The statement that makes a table or a view of a query. */
export function createAs(
  { method, name, schema: asked }: CreateAs,
  query: string,
  {
    database,
    dialect,
    namespace,
  }: { readonly database: RunDatabase; readonly dialect: Dialect; readonly namespace: Namespace },
): { readonly text: string; readonly path: string; readonly created: Created } {
  const schema = database.ctasSchema ?? asked ?? namespace.schema;
  const path = [...(schema ? [schema] : []), name].map(dialect.quote).join('.');
  // A table of ClickHouse says how it is stored.
  const stored = dialect.name === 'clickhouse' && method === 'TABLE' ? ' ENGINE = MergeTree ORDER BY tuple()' : '';
  return {
    text: `CREATE ${method} ${path}${stored} AS\n${query}`,
    path,
    created: { method, schema: schema ?? null, name },
  };
}
