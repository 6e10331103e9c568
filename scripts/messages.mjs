import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { mergePo, poProblems, TRANSLATIONS, translationFiles, writeCatalogues } from './lib/catalogues.mjs';
import { extractAll, problemsOf, TEMPLATE, writeTemplate } from './lib/messages.mjs';
import { root } from './lib/paths.mjs';

const pseudo = process.argv.indexOf('--pseudo');
if (pseudo >= 0) {
  writeCatalogues(process.argv[pseudo + 1] ?? '', { isPseudo: true });
  process.exit(0);
}
const found = extractAll();
const translations = translationFiles().map((name) => {
  const file = join(root, TRANSLATIONS, name);
  return { file, locale: basename(name, '.po') };
});
if (!process.argv.includes('--check')) {
  writeTemplate(found);
  console.log(`${TEMPLATE}: ${found.sentences.size} sentences`);
  for (const { file, locale } of translations)
    writeFileSync(file, mergePo(locale, readFileSync(file, 'utf8'), found.sentences));
}
const problems = [
  ...problemsOf(found),
  ...translations.flatMap(({ file, locale }) => poProblems(locale, readFileSync(file, 'utf8'))),
];
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
