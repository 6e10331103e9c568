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
