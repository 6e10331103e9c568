import {
  clickhouseSyntax,
  duckdbSyntax,
  mysqlSyntax,
  postgresqlSyntax,
  sqliteSyntax,
  trinoSyntax,
} from '../sql-safety/syntaxes.ts';
import type { SqlSyntax } from '../sql-safety/tokens.ts';
import type { DialectName } from '../dialects/registry.ts';

/** What the help with SQL has to know of a database beyond how its text is cut. */
export type AssistDialect = {
  readonly grammar: SqlSyntax;
  /** The sign around a name that needs quotes. */
  readonly quote: '"' | '`';
  /** Bare names are read in small letters, so that others need quotes. */
  readonly foldsToLower: boolean;
  /** Comments may hold comments. */
  readonly nestsComments: boolean;
  /** `#` begins a comment. */
  readonly hashComments: boolean;
  /** $$…$$ is a text. */
  readonly dollarQuotes: boolean;
  /** `value::type` casts. */
  readonly castsByColons: boolean;
  /** A query may begin with FROM. */
  readonly startsWithFrom: boolean;
  /** Names of result columns may be read by WHERE and by the expressions beside them. */
  readonly aliasesEverywhere: boolean;
};

const plain = {
  quote: '"',
  foldsToLower: false,
  nestsComments: false,
  hashComments: false,
  dollarQuotes: false,
  castsByColons: false,
  startsWithFrom: false,
  aliasesEverywhere: false,
} as const;

const dialects = {
  duckdb: {
    ...plain,
    grammar: duckdbSyntax,
    nestsComments: true,
    dollarQuotes: true,
    castsByColons: true,
    startsWithFrom: true,
    aliasesEverywhere: true,
  },
  sqlite: { ...plain, grammar: sqliteSyntax, aliasesEverywhere: true },
  postgresql: {
    ...plain,
    grammar: postgresqlSyntax,
    foldsToLower: true,
    nestsComments: true,
    dollarQuotes: true,
    castsByColons: true,
  },
  mysql: { ...plain, grammar: mysqlSyntax, quote: '`', hashComments: true },
  trino: { ...plain, grammar: trinoSyntax },
  clickhouse: {
    ...plain,
    grammar: clickhouseSyntax,
    quote: '`',
    hashComments: true,
    dollarQuotes: true,
    castsByColons: true,
    aliasesEverywhere: true,
  },
} as const satisfies Record<DialectName, AssistDialect>;

/** The dialect of an engine; of one that is not known that of PostgreSQL, which is nearest to the standard. */
export function assistDialectOf(engine: string | null): AssistDialect {
  return isKnown(engine) ? dialects[engine] : dialects.postgresql;
}

function isKnown(engine: string | null): engine is DialectName {
  return engine !== null && Object.hasOwn(dialects, engine);
}
