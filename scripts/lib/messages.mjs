import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './paths.mjs';

/** What translators get: every sentence of the product in gettext form. */
export const TEMPLATE = 'packages/core/src/messages/sentences.pot';
const FOLDERS = ['packages/core/src', 'packages/query/src', 'packages/viz/src', 'server/src', 'web/src'];
const SOURCE = '@tessera/core/messages';

/**
 * @typedef {{ sentences: Map<string, string | null>, problems: string[] }} Found
 *   the sentences with their plurals, and what is wrong with calls
 */

/** @returns {Found} */
export function extractAll() {
  const found = { sentences: new Map(), problems: [] };
  for (const folder of FOLDERS)
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const file = `${folder}/${name}`;
      if (!/\.tsx?$/.test(file) || /node_modules|\.test\.tsx?$|packages\/core\/src\/messages\.ts$/.test(file)) continue;
      extract(file, readFileSync(join(root, file), 'utf8'), found);
    }
  return found;
}

/**
 * Reads the sentences of one file.
 *
 * @param {string} file
 * @param {string} text
 * @param {Found} found
 */
export function extract(file, text, found) {
  if (!/messages(\.ts)?'/.test(text)) return;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const says = saysOf(source);
  const visit = (node, isInFunction) => {
    const name = ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? says.get(node.expression.text) : null;
    if (name) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      const fail = (why) => found.problems.push(`${file}:${line + 1} ${why}: ${node.getText().slice(0, 80)}`);
      readCall(name, node, found.sentences, fail);
      if (name !== 'msg' && name !== 'tMarked' && !isInFunction)
        fail('said while the module loads, before the language is known; mark it by msg()');
    }
    ts.forEachChild(node, (child) => visit(child, isInFunction || ts.isFunctionLike(node)));
  };
  visit(source, false);
}

/** The functions of the messages that a file imports, by the names under which it does. */
function saysOf(source) {
  const says = new Map();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const from = statement.moduleSpecifier.text;
    if (from !== SOURCE && !/(^|\/)messages\.ts$/.test(from)) continue;
    const names = statement.importClause?.namedBindings;
    if (names && ts.isNamedImports(names))
      for (const one of names.elements) says.set(one.name.text, (one.propertyName ?? one.name).text);
  }
  return new Map([...says].filter(([, name]) => ['t', 'tn', 'msg', 'tMarked'].includes(name)));
}

function readCall(name, { arguments: args }, sentences, fail) {
  if (name === 'tMarked') return;
  if (name === 'tn') {
    const [one, many] = [literalsOf(args[0]), literalsOf(args[1])];
    if (one?.length !== 1 || many?.length !== 1) {
      fail('needs two literal sentences');
      return;
    }
    add(sentences, one[0], many[0], fail);
    compareNamed([...one, ...many], args[3], ['count'], fail);
    return;
  }
  const literals = literalsOf(args[0]);
  if (literals === null) {
    fail('needs a literal sentence');
    return;
  }
  for (const sentence of literals) add(sentences, sentence, null, fail);
  if (name === 't') compare(literals, args.slice(1), fail);
}

/** The sentences of an argument: a literal, one on several lines, or a choice between some. */
function literalsOf(node) {
  if (!node) return null;
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [start, end] = [literalsOf(node.left), literalsOf(node.right)];
    return start?.length === 1 && end?.length === 1 ? [`${start[0]}${end[0]}`] : null;
  }
  if (ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  if (!ts.isConditionalExpression(node)) return null;
  const [one, other] = [literalsOf(node.whenTrue), literalsOf(node.whenFalse)];
  return one && other && [...one, ...other];
}

function add(sentences, one, many, fail) {
  const known = sentences.get(one);
  if (known && many && known !== many) fail(`has another plural elsewhere ("${known}")`);
  sentences.set(one, many ?? known ?? null);
}

function compare(literals, values, fail) {
  const [first] = values;
  if (first && ts.isObjectLiteralExpression(first)) {
    compareNamed(literals, first, [], fail);
    return;
  }
  for (const sentence of literals) {
    const named = namesIn(sentence);
    const gaps = sentence.match(/%s/g)?.length ?? 0;
    // One value that is no literal may be the record of the named gaps; its type tells.
    if (named.length > 0 ? values.length !== 1 : !values.some(ts.isSpreadElement) && gaps !== values.length)
      fail('has gaps and values that differ');
  }
}

function compareNamed(literals, values, given, fail) {
  if (values && !ts.isObjectLiteralExpression(values)) return;
  const properties = values?.properties ?? [];
  if (properties.some(ts.isSpreadAssignment)) return;
  const names = new Set(properties.map((property) => property.name?.getText().replace(/['"]/g, '')));
  const used = new Set(literals.flatMap(namesIn));
  const missing = [...used].filter((name) => !names.has(name) && !given.includes(name));
  const idle = [...names].filter((name) => !used.has(name));
  if (missing.length > 0 || idle.length > 0) fail(`has gaps and values that differ (${[...missing, ...idle].join()})`);
}

function namesIn(sentence) {
  return Array.from(sentence.matchAll(/%\((\w+)\)s/g), ([, name]) => name);
}

/** @param {Map<string, string | null>} sentences */
export function templateOf(sentences) {
  const entries = [...sentences].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n';
  const texts = entries.map(([one, many]) =>
    many === null
      ? `msgid ${JSON.stringify(one)}\nmsgstr ""\n`
      : `msgid ${JSON.stringify(one)}\nmsgid_plural ${JSON.stringify(many)}\nmsgstr[0] ""\nmsgstr[1] ""\n`,
  );
  return [head, ...texts].join('\n');
}

/** What is wrong with the sentences and their file; nothing in a good tree. */
export function problemsOf({ sentences, problems }) {
  let stored = '';
  try {
    stored = readFileSync(join(root, TEMPLATE), 'utf8');
  } catch {
    // A file that is not there is stale.
  }
  return stored === templateOf(sentences) ? problems : [...problems, `${TEMPLATE} is stale. Run: npm run messages`];
}

/** Writes the file of all sentences. */
export function writeTemplate({ sentences }) {
  writeFileSync(join(root, TEMPLATE), templateOf(sentences));
}
