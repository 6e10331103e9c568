import { functionsOf } from './functions.ts';
import type { SqlGrammar } from './tokens.ts';

export const duckdbGrammar: SqlGrammar = {
  name: 'duckdb',
  backticks: false,
  bracketNames: false,
  escapeStrings: true,
  braces: true,
  refused: new Set(['?', '#', '$', '`', ';']),
  bareIn: true,
  functions: functionsOf('duckdb'),
};

export const postgresqlGrammar: SqlGrammar = {
  name: 'postgresql',
  backticks: false,
  bracketNames: false,
  escapeStrings: true,
  braces: false,
  refused: new Set(['$', '`', ';', '{', '}']),
  bareIn: false,
  positionIn: true,
  functions: functionsOf('postgresql'),
};

export const sqliteGrammar: SqlGrammar = {
  name: 'sqlite',
  backticks: true,
  bracketNames: true,
  escapeStrings: false,
  braces: false,
  refused: new Set(['?', ':', '@', '#', '$', ';', '{', '}']),
  bareIn: false,
  functions: functionsOf('sqlite'),
};

export const mysqlGrammar: SqlGrammar = {
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
  functions: functionsOf('mysql'),
};

export const trinoGrammar: SqlGrammar = {
  name: 'trino',
  backticks: false,
  bracketNames: false,
  escapeStrings: false,
  braces: false,
  refused: new Set(['?', ':', '@', '#', '$', '`', ';', '{', '}']),
  bareIn: false,
  positionIn: true,
  functions: functionsOf('trino'),
};

export const clickhouseGrammar: SqlGrammar = {
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
  functions: functionsOf('clickhouse'),
};
