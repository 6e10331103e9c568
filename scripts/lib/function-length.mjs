import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { exceptions } from './function-length-exceptions.mjs';
import { root } from './paths.mjs';

/** A function is read without scrolling. */
export const MAX_LINES = 60;

/** Where longer functions fail the check. */
const enforced = ['server/src', 'packages/core/src', 'packages/query/src', 'packages/viz/src', 'web/src'];
const notCode = /\.test\.tsx?$|\/(?:testing|fixtures|golden)\//;

/** Files that declare: routes one behind the other, and the columns of a list. */
const routeFile = /(?:^|[/-])routes\.ts$/;
const listFile = /\/list\.ts$/;

/**
 * The functions of a text that are longer than the bound. One that only declares routes or the columns of a list is a
 * table and may be long; the functions within it, such as handlers, are measured by themselves.
 * @param {string} path
 * @param {string} text
 * @returns {{ id: string, line: number, lines: number }[]} `id` is the path and the name, nested names with dots
 */
export function longFunctions(path, text) {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const found = [];
  const visit = (node, around) => {
    let within = around;
    if (ts.isFunctionLike(node) && node.body) {
      const first = source.getLineAndCharacterOfPosition(node.getStart()).line;
      const last = source.getLineAndCharacterOfPosition(node.end).line;
      within = [...around, nameOf(node)];
      const lines = last - first + 1;
      if (lines > MAX_LINES && !isTable(path, node))
        found.push({ id: `${path}#${within.join('.')}`, line: first + 1, lines });
    }
    ts.forEachChild(node, (child) => visit(child, within));
  };
  visit(source, []);
  return found;
}

/** Whether a function of a file of declarations has nothing but declarations in its body. */
function isTable(path, node) {
  if (!ts.isBlock(node.body)) return false;
  const { statements } = node.body;
  if (routeFile.test(path)) return statements.every(declaresRoutes);
  return listFile.test(path) && statements.every((each) => isConstant(each) || returnsRecord(each));
}

/** `app.get(…)`, `listRoutes(app, …)`, a constant, a loop over these, or the function in which they stand. */
function declaresRoutes(statement) {
  if (isConstant(statement)) return true;
  if (ts.isForOfStatement(statement))
    return ts.isBlock(statement.statement) && statement.statement.statements.every(declaresRoutes);
  if (ts.isReturnStatement(statement)) return Boolean(statement.expression && ts.isArrowFunction(statement.expression));
  if (!ts.isExpressionStatement(statement)) return false;
  const call = ts.isAwaitExpression(statement.expression) ? statement.expression.expression : statement.expression;
  if (!ts.isCallExpression(call)) return false;
  const about = ts.isPropertyAccessExpression(call.expression) ? call.expression.expression : call.arguments[0];
  return about !== undefined && ts.isIdentifier(about) && about.text === 'app';
}

function isConstant(statement) {
  return ts.isVariableStatement(statement) && Boolean(statement.declarationList.flags & ts.NodeFlags.Const);
}

function returnsRecord(statement) {
  return (
    ts.isReturnStatement(statement) &&
    Boolean(statement.expression && ts.isObjectLiteralExpression(statement.expression))
  );
}

function nameOf(node) {
  const named = node.name ?? node.parent?.name;
  return named && ts.isIdentifier(named) ? named.text : '(anonymous)';
}

/** What is wrong: functions that are too long and no exception, and exceptions that are none any more. */
export function checkLengths(found, allowed) {
  const known = new Map(allowed.flatMap(({ functions, reason }) => functions.map((id) => [id, reason])));
  const ids = new Set(found.map(({ id }) => id));
  return [
    ...found
      .filter(({ id }) => !known.has(id))
      .map(({ id, line, lines }) => `${id} (line ${line}) has ${lines} lines; at most ${MAX_LINES} are read at once.`),
    ...[...known.keys()].filter((id) => !ids.has(id)).map((id) => `${id} is short now: take it off the exceptions.`),
  ];
}

function longIn(folders) {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: root,
    encoding: 'utf8',
  });
  return files
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !notCode.test(path))
    .flatMap((path) => {
      const text = readText(join(root, path));
      return text === null ? [] : longFunctions(path, text);
    });
}

/** Null for a file that is deleted and not committed yet. */
function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

if (import.meta.main ?? process.argv[1]?.endsWith('function-length.mjs')) {
  const inventory = process.argv.includes('--inventory');
  const found = longIn(enforced);
  const lines = inventory
    ? found.toSorted((a, b) => b.lines - a.lines).map(({ id, lines: length }) => `${length}  ${id}`)
    : checkLengths(found, exceptions);
  for (const line of lines) console.log(line);
  process.exit(inventory || lines.length === 0 ? 0 : 1);
}
