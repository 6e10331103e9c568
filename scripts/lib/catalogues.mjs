import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { po } from 'gettext-parser';
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
 * none. A fuzzy translation is a guess of a tool that nobody has looked at.
 * @param {string} text
 * @returns {{ id: string, plural: string | null, forms: string[], isFuzzy: boolean }[]}
 */
export function parsePo(text) {
  return Object.values(po.parse(text).translations[''] ?? {})
    .filter(({ msgid }) => msgid !== '')
    .map(({ msgid, msgid_plural: plural = null, msgstr, comments }) => ({
      id: msgid,
      plural,
      forms: msgstr,
      isFuzzy: comments?.flag?.includes('fuzzy') ?? false,
    }));
}

/**
 * Entries as a `.po` text, in the order of their sentences.
 * @param {Record<string, string>} headers
 * @param {{ id: string, plural: string | null, forms: string[], isFuzzy?: boolean }[]} entries
 */
export function printPo(headers, entries) {
  const byId = Object.fromEntries(
    entries.map(({ id, plural, forms, isFuzzy }) => [
      id,
      {
        msgid: id,
        ...(plural === null ? {} : { msgid_plural: plural }),
        msgstr: forms,
        ...(isFuzzy ? { comments: { flag: 'fuzzy' } } : {}),
      },
    ]),
  );
  const all = { ...headers, 'Content-Type': 'text/plain; charset=utf-8' };
  const sort = (one, other) => (one.msgid < other.msgid ? -1 : 1);
  return `${po
    .compile({ headers: all, translations: { '': byId } }, { sort, foldLength: 0 })
    .toString()
    .trimEnd()}\n`;
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
      .filter(({ forms, isFuzzy }) => !isFuzzy && forms.length > 0 && forms.every((form) => form !== ''))
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
  const entries = [...sentences].map(([id, plural]) => {
    const { forms = [], isFuzzy = false } = known.get(id) ?? {};
    const length = plural === null ? 1 : count;
    return { id, plural, forms: Array.from({ length }, (_, at) => forms[at] ?? ''), isFuzzy };
  });
  return printPo({ Language: locale, 'X-Plural-Forms': pluralFormsOf(locale).join(', ') }, entries);
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
