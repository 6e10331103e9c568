import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './paths.mjs';

/** Where translations are: a `.po` per language beside the template. */
export const TRANSLATIONS = 'packages/core/src/messages';
export const PSEUDO_LOCALE = 'en-XA';
const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** Gaps of a sentence, which a translation must keep. */
const GAP = /%\(\w+\)s|%s/g;

/** The file names of all translations, such as `de.po`. */
export function translationFiles(folder = join(root, TRANSLATIONS)) {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.po')) : [];
}

/**
 * The entries of a `.po` or `.pot` text: each with the sentence, its plural and its translations, empty where there is
 * none.
 * @param {string} text
 * @returns {{ id: string, plural: string | null, forms: string[] }[]}
 */
export function parsePo(text) {
  const entries = [];
  let entry = null;
  let field = null;
  for (const line of text.split('\n')) {
    const started = /^(msgid|msgid_plural|msgstr(?:\[(\d+)\])?) (".*")\s*$/.exec(line);
    const quoted = started ? started[3] : /^(".*")\s*$/.exec(line)?.[1];
    if (!quoted) continue;
    const value = JSON.parse(quoted);
    if (started) {
      if (started[1] === 'msgid') entries.push((entry = { id: '', plural: null, forms: [] }));
      field = started[1].startsWith('msgstr') ? Number(started[2] ?? 0) : started[1];
    }
    if (!entry) continue;
    if (field === 'msgid') entry.id += value;
    else if (field === 'msgid_plural') entry.plural = (entry.plural ?? '') + value;
    else entry.forms[field] = (entry.forms[field] ?? '') + value;
  }
  return entries.filter(({ id }) => id !== '');
}

/** The forms in which a language counts, in the order of `pluralCategories` of the messages. */
export function pluralFormsOf(locale) {
  const used = new Set(new Intl.PluralRules(locale).resolvedOptions().pluralCategories);
  return CATEGORIES.filter((category) => used.has(category));
}

/** What the server reads and the browser loads: only what is translated. */
export function compilePo(locale, text) {
  const sentences = Object.fromEntries(
    parsePo(text)
      .filter(({ forms }) => forms.length > 0 && forms.every((form) => form !== ''))
      .map(({ id, plural, forms }) => [id, plural === null ? forms[0] : forms]),
  );
  return { locale, sentences };
}

/** What is wrong with a translation: gaps that differ, and forms that are too few or too many. */
export function poProblems(locale, text) {
  const count = pluralFormsOf(locale).length;
  return parsePo(text).flatMap(({ id, plural, forms }) => {
    const said = forms.filter((form) => form !== '');
    if (said.length === 0) return [];
    const known = new Set([...(id.match(GAP) ?? []), ...(plural?.match(GAP) ?? []), ...(plural ? ['%(count)s'] : [])]);
    const strange = said.flatMap((form) => form.match(/%\(\w*\)?\w?|%[a-z]/g) ?? []).filter((gap) => !known.has(gap));
    const positional = plural === null ? (id.match(/%s/g)?.length ?? 0) : 0;
    const kept = plural !== null || (said[0].match(/%s/g)?.length ?? 0) === positional;
    const lost = plural === null ? [...known].filter((gap) => !said[0].includes(gap)) : [];
    return [
      ...(strange.length > 0 || lost.length > 0 || !kept
        ? [`${locale}: gaps differ (${[...strange, ...lost].join(', ')}): ${id}`]
        : []),
      ...(plural !== null && (forms.length !== count || said.length !== count)
        ? [`${locale}: needs ${count} forms (${pluralFormsOf(locale).join(', ')}): ${id}`]
        : []),
    ];
  });
}

/** A translation with the sentences of today: what is translated stays, what is gone goes. */
export function mergePo(locale, text, sentences) {
  const known = new Map(parsePo(text).map((entry) => [entry.id, entry]));
  const count = pluralFormsOf(locale).length;
  const entries = [...sentences].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const head =
    `msgid ""\nmsgstr ""\n"Language: ${locale}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n` +
    `"X-Plural-Forms: ${pluralFormsOf(locale).join(', ')}\\n"\n`;
  const texts = entries.map(([one, many]) => {
    const forms = known.get(one)?.forms ?? [];
    if (many === null) return `msgid ${JSON.stringify(one)}\nmsgstr ${JSON.stringify(forms[0] ?? '')}\n`;
    const lines = Array.from({ length: count }, (_, at) => `msgstr[${at}] ${JSON.stringify(forms[at] ?? '')}\n`);
    return `msgid ${JSON.stringify(one)}\nmsgid_plural ${JSON.stringify(many)}\n${lines.join('')}`;
  });
  return [head, ...texts].join('\n');
}

/**
 * A catalogue that shows what does not go through it: accented letters, 40 % more of them, in brackets.
 * @param {string} template  Text of the template.
 */
export function pseudoCatalogue(template) {
  const sentences = Object.fromEntries(
    parsePo(template).map(({ id, plural }) => [id, plural === null ? pseudo(id) : [pseudo(id), pseudo(plural)]]),
  );
  return { locale: PSEUDO_LOCALE, sentences };
}

const PLAIN = 'aceinouyACEINOUY';
const ACCENTED = 'àçéîñöûýÀÇÉÎÑÖÛÝ';

function pseudo(sentence) {
  const gaps = sentence.match(GAP) ?? [];
  const parts = sentence.split(GAP).map((part) => part.replace(/[a-z]/gi, (letter) => accent(letter)));
  const said = parts.map((part, at) => part + (gaps[at] ?? '')).join('');
  const letters = parts.join('').length;
  const more = Math.ceil(letters * 0.4);
  return `[${said}${' ~'.repeat(Math.ceil(more / 2)).slice(0, more)}]`;
}

function accent(letter) {
  const at = PLAIN.indexOf(letter);
  return at < 0 ? letter : ACCENTED[at];
}

/** Put compiled catalogues into a folder, a file per language. */
export function writeCatalogues(outDir, { isPseudo = false } = {}) {
  const folder = join(root, TRANSLATIONS);
  mkdirSync(outDir, { recursive: true });
  const write = (catalogue) =>
    writeFileSync(join(outDir, `${catalogue.locale}.json`), JSON.stringify(catalogue), { mode: 0o644 });
  for (const name of translationFiles(folder))
    write(compilePo(basename(name, '.po'), readFileSync(join(folder, name), 'utf8')));
  if (isPseudo) write(pseudoCatalogue(readFileSync(join(folder, 'sentences.pot'), 'utf8')));
}
