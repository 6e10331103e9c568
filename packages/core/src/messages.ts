/**
 * The words of the product in gettext form: the English sentence is the key, and a catalogue of another language maps
 * it. Sentences hold `%s` (in order) or `%(name)s` as the specification writes them.
 */
export type MessageValue = string | number;
export type MessageValues = Readonly<Record<string, MessageValue>>;

/** A language: what its sentences are, and how it counts. */
export type Catalogue = {
  /** BCP 47: `de`, `pt-BR`. Plurals, numbers, dates and lists follow it. */
  readonly locale: string;
  /** By the English sentence; of a plural (by its English `one`) the forms in the order of `pluralCategories`. */
  readonly sentences: Readonly<Record<string, string | readonly string[]>>;
};

/** Says sentences in one language. A server makes one per request and shares none between two. */
export type Translator = {
  readonly locale: string;
  /** Translate a sentence, a literal, and fill its gaps: `%s` in order, or `%(name)s` from one record. */
  readonly t: (sentence: string, ...values: readonly MessageValue[] | readonly [MessageValues]) => string;
  /** The form for a count; `%(count)s` is the count as the language writes it. */
  readonly tn: (one: string, many: string, count: number, values?: MessageValues) => string;
  /** Translate a sentence that stands in a table, marked there by `msg`. */
  readonly tMarked: (sentence: string) => string;
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
const english: Catalogue = { locale: 'en', sentences: {} };

/**
 * Whoever says sentences in one language. A sentence that the catalogue lacks stays English.
 *
 * @param catalogue  The language; English without one
 */
export function translate(catalogue: Catalogue = english): Translator {
  const { locale, sentences } = catalogue;
  const plurals = new Intl.PluralRules(locale);
  const categories = pluralCategories(locale);
  const number = (value: number, options?: Intl.NumberFormatOptions): string => value.toLocaleString(locale, options);
  const single = (sentence: string): string => {
    const found = Object.hasOwn(sentences, sentence) ? sentences[sentence] : undefined;
    return typeof found === 'string' ? found : (found?.at(-1) ?? sentence);
  };
  return {
    locale,
    number,
    t: (sentence, ...values) => fill(single(sentence), values),
    tn: (one, many, count, values) => {
      const forms = Object.hasOwn(sentences, one) ? sentences[one] : undefined;
      const form =
        typeof forms === 'object' ? forms[categories.indexOf(plurals.select(count))] : count === 1 ? one : many;
      return fillNamed(form ?? many, { count: number(count), ...values });
    },
    tMarked: single,
    instant: (value, options) => new Intl.DateTimeFormat(locale, options).format(value),
    list: (parts) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts),
  };
}

let current = translate();

/**
 * The language of this browser, in which the functions below speak; pages set it before they draw. On a server they
 * speak English, and whatever depends on who asks takes a `Translator`.
 */
export function setLanguage(translator: Translator): void {
  current = translator;
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
