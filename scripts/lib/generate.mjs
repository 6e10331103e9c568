import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';

/** Names of a thing in every spelling that code needs, from its kebab-case name. */
export function spellings(kebab) {
  const words = kebab.split('-');
  const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
  return {
    kebab,
    snake: words.join('_'),
    camel: [words[0], ...words.slice(1).map(capital)].join(''),
    pascal: words.map(capital).join(''),
    title: words.map(capital).join(' '),
  };
}

/** One of the things that a folder is named after: `widget` of `widgets`, and `widget` as it is. */
export function oneOf(name) {
  return name.replace(/([^s])s$/, '$1');
}

/** The one argument of a generator, checked; ends the program with a sentence otherwise. */
export function nameArgument(command, example) {
  const [name, ...rest] = process.argv.slice(2);
  if (name && rest.length === 0 && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return name;
  console.error(`Give one name in kebab-case: npm run ${command} -- ${example}`);
  process.exit(1);
}

/** Write the files of a new folder, paths from the root; refuses to touch a folder that is there. */
export function writeNew(folder, files) {
  if (existsSync(join(root, folder))) {
    console.error(`${folder} is there already.`);
    process.exit(1);
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text.replace(/^\n/, ''));
  }
}

/** Format what was written, as `npm run check` wants it. */
export function format(paths) {
  spawnSync(process.execPath, [join(root, 'node_modules/oxfmt/bin/oxfmt'), ...paths], { cwd: root, stdio: 'ignore' });
}

export { root };
