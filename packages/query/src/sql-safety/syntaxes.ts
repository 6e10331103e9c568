import type { SqlSyntax } from './tokens.ts';

export const duckdbSyntax: SqlSyntax = {
  name: 'duckdb',
  backticks: false,
  bracketNames: false,
  escapeStrings: true,
  braces: true,
  refused: new Set(['?', '#', '$', '`', ';']),
  bareIn: true,
};

export const postgresqlSyntax: SqlSyntax = {
  name: 'postgresql',
  backticks: false,
  bracketNames: false,
  escapeStrings: true,
  braces: false,
  refused: new Set(['$', '`', ';', '{', '}']),
  bareIn: false,
  positionIn: true,
};

export const sqliteSyntax: SqlSyntax = {
  name: 'sqlite',
  backticks: true,
  bracketNames: true,
  escapeStrings: false,
  braces: false,
  refused: new Set(['?', ':', '@', '#', '$', ';', '{', '}']),
  bareIn: false,
};

export const mysqlSyntax: SqlSyntax = {
  name: 'mysql',
  backticks: true,
  bracketNames: false,
  escapeStrings: false,
  backslashes: true,
  doubleQuotedText: true,
  mysqlComments: true,
  braces: false,
  // Names that begin with @ are variables, which outlive the query.
  refused: new Set(['?', ':', '@', '#', '$', ';', '{', '}', '[', ']']),
  bareIn: false,
  positionIn: true,
};

export const trinoSyntax: SqlSyntax = {
  name: 'trino',
  backticks: false,
  bracketNames: false,
  escapeStrings: false,
  braces: false,
  refused: new Set(['?', ':', '@', '#', '$', '`', ';', '{', '}']),
  bareIn: false,
  positionIn: true,
};

export const clickhouseSyntax: SqlSyntax = {
  name: 'clickhouse',
  backticks: true,
  bracketNames: false,
  escapeStrings: false,
  backslashes: true,
  backslashNames: true,
  braces: false,
  // Braces hold parameters, $…$ is a text, # begins a comment.
  refused: new Set(['@', '#', '$', ';', '{', '}']),
  bareIn: false,
  untrustedNames: true,
  limitOfLastPart: true,
};
