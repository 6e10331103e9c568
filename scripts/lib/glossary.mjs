import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { exceptions, words } from './glossary-words.mjs';
import { root } from './paths.mjs';

const code = /\.(?:tsx?|mjs|cjs)$/;
const testCode = /\.(?:test|spec)\.tsx?$|\/testing\//;
/** What other programs wrote, what is compared letter by letter, and the words themselves. */
const data = /(?:^|\/)(?:golden|fixtures)\/|^docs\/images\/|scripts\/lib\/glossary/;
/** Names and addresses in a sentence: code spans, files, links, values of a template. */
const notProse = /`[^`]*`|\$\{[^}]*\}|https?:\S+|\]\([^)]*\)|[\w./*{},-]+\.(?:tsx?|mjs|md|json|css)\b/g;
const comment = /^\s*(?:\/\*\*?|\*(?!\/)|\/\/)(.*)|\s(?:\/\/|\/\*\*) (.*)/;
const title = /(?:^\s*(?:test|describe)\b|^\s*\]|\bcase:).*?(['"`])((?:\\.|(?!\1).)*)\1/;
const exported = /^export (?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/;

/**
 * The sentences of a file by line: all of a document, comments and titles of tests of code.
 * @param {string} path
 * @param {string} text
 * @returns {{ line: number, text: string }[]}
 */
function sentences(path, text) {
  const document = path.endsWith('.md');
  let fenced = false;
  return text.split('\n').flatMap((line, at) => {
    if (document && line.startsWith('```')) fenced = !fenced;
    const said = document ? !fenced && line : sentenceIn(path, line);
    return said ? [{ line: at + 1, text: said.replace(notProse, ' ') }] : [];
  });
}

function sentenceIn(path, line) {
  const found = comment.exec(line);
  if (found) return (found[1] ?? found[2]).split('*/')[0];
  if (!testCode.test(path)) return undefined;
  const named = title.exec(line);
  return named?.[2] ?? named?.[4];
}

/** `storedRows`, `KEPT_ROWS` and `kept-rows` are made of kept and rows. */
const partsOf = (name) => name.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[^A-Za-z]+/);

/**
 * Words of a file that are not the field's.
 * @param {string} path
 * @param {string} text
 * @returns {{ file: string, line: number, word: string, say: string }[]} `line` 0 is the name of the file
 */
export function foreignWords(path, text) {
  const inText = sentences(path, text).flatMap(({ line, text: sentence }) =>
    words.flatMap(({ text: pattern, say }) => {
      const word = pattern.exec(sentence)?.[0].toLowerCase();
      return word ? [{ file: path, line, word, say }] : [];
    }),
  );
  const names = [
    { line: 0, name: basename(path) },
    ...(code.test(path) ? text.split('\n') : []).flatMap((line, at) => {
      const name = exported.exec(line)?.[1];
      return name ? [{ line: at + 1, name }] : [];
    }),
  ];
  const inNames = names.flatMap(({ line, name }) =>
    words.flatMap(({ name: pattern, say }) => {
      const isForeign = pattern && partsOf(name).some((part) => pattern.test(part) || pattern.test(part.toLowerCase()));
      return isForeign ? [{ file: path, line, word: name, say }] : [];
    }),
  );
  return [...inNames, ...inText];
}

/**
 * What is wrong: words that no exception allows, and exceptions that nothing needs.
 * @param {{ file: string, line: number, word: string, say: string }[]} found
 * @param {{ word: string, file: string, reason: string }[]} allowed
 * @returns {string[]}
 */
export function checkWords(found, allowed) {
  const key = ({ word, file }) => `${word} ${file}`;
  const known = new Set(allowed.map(key));
  const used = new Set(found.map(key));
  return [
    ...found
      .filter((one) => !known.has(key(one)))
      .map(({ file, line, word, say }) => `${file}:${line} says "${word}"; the field says: ${say}.`),
    ...allowed.filter((one) => !used.has(key(one))).map((one) => `${one.file} says "${one.word}" no more: remove it.`),
  ];
}

function foundIn(folders) {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: root,
    encoding: 'utf8',
  });
  return [...new Set(files.split('\n'))]
    .filter((path) => (code.test(path) || path.endsWith('.md')) && !data.test(path))
    .flatMap((path) => {
      try {
        return foreignWords(path, readFileSync(join(root, path), 'utf8'));
      } catch (error) {
        if (error.code === 'ENOENT') return []; // deleted and not committed yet
        throw error;
      }
    });
}

if (import.meta.main ?? process.argv[1]?.endsWith('glossary.mjs')) {
  const wrong = checkWords(foundIn(process.argv.slice(2)), exceptions);
  for (const line of wrong) console.log(line);
  process.exit(wrong.length === 0 ? 0 : 1);
}
