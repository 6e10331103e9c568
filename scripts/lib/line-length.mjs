import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** What stands beside another window without scrolling. */
export const MAX_CHARACTERS = 120;

const code = /\.(?:tsx?|mjs|cjs|js|py|css)$/;
/** Data in the form of code: what other programs have written, or what is compared letter by letter. */
const data = /(?:^|\/)(?:golden|fixtures)\/|thumbnails?\.ts$/;
/** A pattern or a name of a package is one word, which no line break can divide. */
const undivided = /^\s*(?:export )?(?:const \w+ = |return )?(?:String\.raw`|\/\S.*\/[a-z]*[.,;)])/;

/**
 * The lines of a text that are longer than the bound.
 * @param {string} path
 * @param {string} text
 * @returns {string[]} a sentence each
 */
export function longLines(path, text) {
  return text.split('\n').flatMap((line, at) => {
    const { length } = Array.from(line);
    return length <= MAX_CHARACTERS || undivided.test(line)
      ? []
      : [`${path}:${at + 1} has ${length} characters; at most ${MAX_CHARACTERS} are read at once.`];
  });
}

if (import.meta.main ?? process.argv[1]?.endsWith('line-length.mjs')) {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const found = files
    .split('\n')
    .filter((path) => code.test(path) && !data.test(path))
    .flatMap((path) => {
      try {
        return longLines(path, readFileSync(join(root, path), 'utf8'));
      } catch (error) {
        if (error.code === 'ENOENT') return []; // deleted and not committed yet
        throw error;
      }
    });
  for (const line of found) console.log(line);
  process.exit(found.length === 0 ? 0 : 1);
}
