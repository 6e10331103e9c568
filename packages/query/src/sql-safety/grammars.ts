import { functionsOf } from './functions.ts';
import {
  clickhouseSyntax,
  duckdbSyntax,
  mysqlSyntax,
  postgresqlSyntax,
  sqliteSyntax,
  trinoSyntax,
} from './syntaxes.ts';
import type { SqlGrammar } from './tokens.ts';

export const duckdbGrammar: SqlGrammar = { ...duckdbSyntax, functions: functionsOf('duckdb') };
export const postgresqlGrammar: SqlGrammar = { ...postgresqlSyntax, functions: functionsOf('postgresql') };
export const sqliteGrammar: SqlGrammar = { ...sqliteSyntax, functions: functionsOf('sqlite') };
export const mysqlGrammar: SqlGrammar = { ...mysqlSyntax, functions: functionsOf('mysql') };
export const trinoGrammar: SqlGrammar = { ...trinoSyntax, functions: functionsOf('trino') };
export const clickhouseGrammar: SqlGrammar = { ...clickhouseSyntax, functions: functionsOf('clickhouse') };
