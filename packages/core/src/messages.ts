import { dateFormat, numberFormat } from './formats/intl.ts';

/**
 * The words of the product in gettext form: the English sentence is the key, and a catalogue of another language maps
 * it. Sentences hold `%s` (in order) or `%(name)s` as the specification writes them.
 */
export type MessageValue = string | number;
export type MessageValues = Readonly<Record<string, MessageValue>>;

/**
 * A sentence that is said later, by whoever knows the reader: errors carry it, also on the wire. Values are data, never
 * translated; one that is a sentence itself is a message again.
 */
export type Message = {
  readonly id: string;
  /** With a count: the sentence for many, while `id` is that for one. */
  readonly plural?: string;
  readonly count?: number;
  readonly params?: Readonly<Record<string, number | Words>>;
};

/** Data as it is, a message, or several that follow one another. */
export type Words = string | Message | readonly Words[];

/** A language: what its sentences are, and how it counts. */
export type Catalogue = {
  /** BCP 47: `de`, `pt-BR`. */
  readonly locale: string;
  /** By the English sentence; of a plural (by its English `one`) the forms in the order of `pluralCategories`. */
  readonly sentences: Readonly<Record<string, string | readonly string[]>>;
};

/** Says sentences in one language. A server makes one per request and shares none between two. */
export type Translator = {
  /** Of the sentences, BCP 47. */
  readonly language: string;
  /** How numbers and dates are written: the reader's, which may be of a language that no catalogue has. */
  readonly locale: string;
  /** What it translates by, for a thread that makes the same translator of it. */
  readonly catalogue: Catalogue;
  /** Translate a sentence, a literal, and fill its gaps: `%s` in order, or `%(name)s` from one record. */
  readonly t: (sentence: string, ...values: readonly MessageValue[] | readonly [MessageValues]) => string;
  /** The form for a count; `%(count)s` is the count as the locale writes it. */
  readonly tn: (one: string, many: string, count: number, values?: MessageValues) => string;
  /** Translate a sentence that stands in a table, marked there by `msg`. */
  readonly tMarked: (sentence: string) => string;
  /** Say messages; a text that is none stays. */
  readonly say: (words: Words) => string;
  readonly number: (value: number, options?: Intl.NumberFormatOptions) => string;
  readonly instant: (value: Date | number, options?: Intl.DateTimeFormatOptions) => string;
  /** `a, b and c`. */
  readonly list: (parts: readonly string[]) => string;
};

const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/** The forms that a language counts in, in the order in which a catalogue holds them. */
export function pluralCategories(locale: string): readonly string[] {
  const used = new Set<string>(new Intl.PluralRules(locale).resolvedOptions().pluralCategories);
  return CATEGORIES.filter((category) => used.has(category));
}

/** English as it stands in the code. */
export const englishCatalogue: Catalogue = { locale: 'en', sentences: {} };

/**
 * Whoever says sentences in one language. A sentence that the catalogue lacks stays English.
 *
 * @param catalogue  The language; English without one. Plurals and lists follow it.
 * @param locale     BCP 47, of numbers and dates: the reader's, which may be of a language that no catalogue has.
 */
export function translate(catalogue: Catalogue = englishCatalogue, locale: string = catalogue.locale): Translator {
  const { sentences } = catalogue;
  const plurals = new Intl.PluralRules(catalogue.locale);
  const categories = pluralCategories(catalogue.locale);
  const number = (value: number, options?: Intl.NumberFormatOptions): string =>
    numberFormat(locale, options).format(value);
  const single = (sentence: string): string => {
    const found = Object.hasOwn(sentences, sentence) ? sentences[sentence] : undefined;
    return typeof found === 'string' ? found : (found?.at(-1) ?? sentence);
  };
  const form = (one: string, many: string, count: number): string => {
    const forms = Object.hasOwn(sentences, one) ? sentences[one] : undefined;
    if (typeof forms === 'object') return forms[categories.indexOf(plurals.select(count))] ?? many;
    return count === 1 ? one : many;
  };
  const say = (words: Words): string => {
    if (typeof words === 'string') return words;
    if (!isMessage(words)) return words.map(say).join(' ');
    const params = Object.entries(words.params ?? {});
    const { id, plural, count } = words;
    return fillNamed(
      plural === undefined || count === undefined ? single(id) : form(id, plural, count),
      Object.fromEntries(params.map(([name, value]) => [name, typeof value === 'number' ? value : say(value)])),
    );
  };
  return {
    language: catalogue.locale,
    locale,
    catalogue,
    number,
    say,
    t: (sentence, ...values) => fill(single(sentence), values),
    tn: (one, many, count, values) => fillNamed(form(one, many, count), { count: number(count), ...values }),
    tMarked: single,
    instant: (value, options) => dateFormat(locale, options).format(value),
    list: (parts) => new Intl.ListFormat(catalogue.locale, { type: 'conjunction' }).format(parts),
  };
}

const english = translate();
let current = english;

/**
 * The language of this browser, in which the functions below speak; pages set it before they draw. On a server they
 * speak English, and whatever depends on who asks takes a `Translator`.
 */
export function setLanguage(translator: Translator): void {
  current = translator;
}

/**
 * Let the functions below speak another language while `speak` runs. It must be synchronous, so that no other request
 * can run meanwhile and hear it: a server draws charts by this, whose code says its labels by `t`.
 */
export function withTranslator<T>(translator: Translator, speak: () => T extends PromiseLike<unknown> ? never : T): T {
  const before = current;
  current = translator;
  try {
    return speak();
  } finally {
    current = before;
  }
}

/** The language in which the functions below speak. */
export function readerTranslator(): Translator {
  return current;
}

/** BCP 47, by which the reader's numbers and dates are written. */
export function readerLocale(): string {
  return current.locale;
}

/** Translate a sentence, a literal, and fill its gaps: `%s` in order, or `%(name)s` from one record. */
export function t(sentence: string, ...values: readonly MessageValue[] | readonly [MessageValues]): string {
  return current.t(sentence, ...values);
}

/** The form of a sentence for a count, which fills `%(count)s`: `tn('1 row', '%(count)s rows', rows)`. */
export function tn(one: string, many: string, count: number, values?: MessageValues): string {
  return current.tn(one, many, count, values);
}

/** Marks a sentence of a table for the catalogue; it is translated where it is shown, by `tMarked`. */
export function msg<const Sentence extends string>(sentence: Sentence): Sentence {
  return sentence;
}

/** Translate a sentence that `msg` marked; a text of data, which no catalogue has, stays. */
export function tMarked(sentence: string): string {
  return current.tMarked(sentence);
}

/** A sentence that is said later, by the language of whoever reads it. */
export function message(id: string, params?: Message['params']): Message {
  return params === undefined ? { id } : { id, params };
}

/** The same with a count, which fills `%(count)s` in plain digits. */
export function messageN(one: string, many: string, count: number, params?: Message['params']): Message {
  return { id: one, plural: many, count, params: { count, ...params } };
}

/** Say messages in the reader's language; a text that is none stays. */
export function say(words: Words): string {
  return current.say(words);
}

/** Messages as the code has them, whoever reads: in logs, and for programs. */
export function sayInEnglish(words: Words): string {
  return english.say(words);
}

/** A number as the reader writes it: `1,234`. */
export function numberText(value: number, options?: Intl.NumberFormatOptions): string {
  return current.number(value, options);
}

/** An instant as the reader writes it, in the zone of this machine. */
export function instantText(value: Date | number, options?: Intl.DateTimeFormatOptions): string {
  return current.instant(value, options);
}

/** `a, b and c`. */
export function listText(parts: readonly string[]): string {
  return current.list(parts);
}

function isMessage(words: Message | readonly Words[]): words is Message {
  return !Array.isArray(words);
}

function fill(text: string, values: readonly MessageValue[] | readonly [MessageValues]): string {
  const [first] = values;
  if (typeof first === 'object') return fillNamed(text, first);
  let next = 0;
  return text.replace(/%s/g, (gap) => {
    const value = values[next++];
    return typeof value === 'object' ? gap : String(value ?? gap);
  });
}

function fillNamed(text: string, values: MessageValues): string {
  return text.replace(/%\((\w+)\)s/g, (gap, name: string) =>
    String(Object.hasOwn(values, name) ? (values[name] ?? gap) : gap),
  );
}
