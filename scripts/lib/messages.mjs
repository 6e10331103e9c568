import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { printPo } from './catalogues.mjs';
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
    const name = saidBy(node, says);
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    const fail = (why) => found.problems.push(`${file}:${line + 1} ${why}: ${node.getText().slice(0, 80)}`);
    if (isConcatenated(node, says)) fail('puts sentences together; make it one sentence with gaps');
    if (name) {
      readCall(name, node, found.sentences, fail);
      if ((name === 't' || name === 'tn') && !isInFunction)
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
  // A translator that is an argument is unpacked under its own names.
  if (says.has('Translator')) for (const name of ['t', 'tn']) says.set(name, name);
  return new Map([...says].filter(([, name]) => ['t', 'tn', 'msg', 'tMarked', 'message', 'messageN'].includes(name)));
}

/** The function of the messages that a call is of: imported, or that of a translator (`translator.t`). */
function saidBy(node, says) {
  if (!ts.isCallExpression(node)) return null;
  if (ts.isIdentifier(node.expression)) return says.get(node.expression.text) ?? null;
  const isTranslator =
    ts.isPropertyAccessExpression(node.expression) && node.expression.expression.getText().endsWith('ranslator');
  return isTranslator && ['t', 'tn'].includes(node.expression.name.text) ? node.expression.name.text : null;
}

/** Whether words stand beside a sentence: other languages order them in another way. */
function isConcatenated(node, says) {
  const isSaid = (part) => {
    const bare = ts.isParenthesizedExpression(part) ? part.expression : part;
    return ['t', 'tn'].includes(saidBy(bare, says) ?? '');
  };
  const isWords = (text) => /\p{L}{2}/u.test(text);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [node.left, node.right];
    const word = (part) => isSaid(part) || (ts.isStringLiteralLike(part) && isWords(part.text));
    return (isSaid(left) || isSaid(right)) && word(left) && word(right);
  }
  if (!ts.isTemplateExpression(node)) return false;
  const words = [node.head, ...node.templateSpans.map((span) => span.literal)].filter((part) => isWords(part.text));
  return node.templateSpans.some((span) => isSaid(span.expression)) && words.length > 0;
}

/** What no catalogue can fill: `%d`, `%(name)`, `{name}`, `${name}`. Patterns of dates stand alone (`%Y-%m-%d`). */
const STRANGE_GAP = /%\(\w*\)(?!s)|%\((?!\w+\)s)|\$\{|%[dif](?![-./:])/;
/** A gap, and a noun of many behind it: `%s rows`. */
const COUNTED = /(?:%s|%\(\w+\)s) (?:more |other |new )?([a-z]+s)\b/;
/** Words that end so and count nothing, or stand behind a name. */
const NOT_COUNTED = new Set([
  'is',
  'has',
  'was',
  'does',
  'as',
  'its',
  'this',
  'less',
  'periods',
  'stands',
  'needs',
  'takes',
  'sees',
  'shows',
  'goes',
  'contains',
  'means',
  'starts',
  'ends',
  'refuses',
  'asks',
  'gives',
  'answers',
  'allows',
  'uses',
  'equals',
  'wants',
  'points',
  'exists',
  'already',
  'seems',
  'comes',
  'lacks',
  'reads',
  'holds',
  'declares',
  'samples',
]);

function checkSentence(name, sentence, fail) {
  if (STRANGE_GAP.test(sentence) && !/%[Ymy]/.test(sentence)) fail('has a gap that is neither %s nor %(name)s');
  if (name === 'tn' || name === 'messageN') return;
  const noun = COUNTED.exec(sentence)?.[1];
  if (/%\(count\)s/.test(sentence) || /\w\(s\)/.test(sentence) || (noun !== undefined && !NOT_COUNTED.has(noun)))
    fail('counts something; say it by tn()');
}

function readCall(name, { arguments: args }, sentences, fail) {
  if (name === 'tMarked') return;
  if (name === 'tn' || name === 'messageN') {
    const [one, many] = [literalsOf(args[0]), literalsOf(args[1])];
    if (one?.length !== 1 || many?.length !== 1) {
      fail('needs two literal sentences');
      return;
    }
    for (const sentence of [...one, ...many]) checkSentence(name, sentence, fail);
    add(sentences, one[0], many[0], fail);
    compareNamed([...one, ...many], args[3], ['count'], fail);
    return;
  }
  const literals = literalsOf(args[0]);
  if (literals === null) {
    fail('needs a literal sentence');
    return;
  }
  for (const sentence of literals) {
    checkSentence(name, sentence, fail);
    add(sentences, sentence, null, fail);
  }
  if (name === 't') compare(literals, args.slice(1), fail);
  if (name === 'message' && !(args[1] && !ts.isObjectLiteralExpression(args[1])))
    compareNamed(literals, args[1], [], fail);
  if (name === 'message' && literals.some((sentence) => sentence.includes('%s'))) fail('has gaps without names');
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
  const entries = [...sentences].map(([id, plural]) => ({ id, plural, forms: plural === null ? [''] : ['', ''] }));
  return printPo({}, entries);
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
