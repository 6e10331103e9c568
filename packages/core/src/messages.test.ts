import { afterEach, expect, test } from 'vitest';
import {
  msg,
  numberText,
  pluralCategories,
  readerLocale,
  setLanguage,
  t,
  tMarked,
  tn,
  translate,
  withTranslator,
} from './messages.ts';

const polish = translate({
  locale: 'pl',
  sentences: {
    'Hello %s': 'Cześć %s',
    '1 row': ['%(count)s wiersz', '%(count)s wiersze', '%(count)s wierszy', '%(count)s wiersza'],
    Charts: 'Wykresy',
  },
});
afterEach(() => setLanguage(translate()));

test('gaps are filled in order or by name, and a value is never read as a sentence', () => {
  expect(t('%s of %s', 1, 2)).toBe('1 of 2');
  expect(t('%(a)s and %(b)s', { a: '%(b)s', b: 2 })).toBe('%(b)s and 2');
  expect(t('%(toString)s', {})).toBe('%(toString)s');
});

test('English counts one and many, and writes the count', () => {
  expect([0, 1, 1234].map((count) => tn('1 row', '%(count)s rows', count))).toEqual(['0 rows', '1 row', '1,234 rows']);
});

test('a language counts in its own forms', () => {
  expect(pluralCategories('pl')).toEqual(['one', 'few', 'many', 'other']);
  expect([1, 3, 5, 22].map((count) => polish.tn('1 row', '%(count)s rows', count))).toEqual([
    '1 wiersz',
    '3 wiersze',
    '5 wierszy',
    '22 wiersze',
  ]);
});

test('two translators say their own languages, and neither changes what the module says', () => {
  const [one, other] = [polish, translate()];
  expect([one.t('Hello %s', 'Ada'), other.t('Hello %s', 'Ada'), t('Hello %s', 'Ada')]).toEqual([
    'Cześć Ada',
    'Hello Ada',
    'Hello Ada',
  ]);
});

test('a marked sentence is said in the language of the moment in which it is shown', () => {
  const label = msg('Charts');
  expect(tMarked(label)).toBe('Charts');
  setLanguage(polish);
  expect([tMarked(label), tMarked('a column of data'), tMarked('constructor')]).toEqual([
    'Wykresy',
    'a column of data',
    'constructor',
  ]);
});

test('numbers and lists follow the locale', () => {
  const german = translate({ locale: 'de', sentences: {} });
  expect([german.number(1234.5), german.list(['a', 'b', 'c'])]).toEqual(['1.234,5', 'a, b und c']);
});

test('a translator speaks while a function runs, also one inside another, and no longer, however it ends', () => {
  const german = translate({ locale: 'de', sentences: { Charts: 'Diagramme' } }, 'nl');
  const said = withTranslator(german, () => [
    t('Charts'),
    numberText(1234.5),
    withTranslator(polish, () => t('Charts')),
    readerLocale(),
  ]);
  expect([...said, t('Charts'), readerLocale()]).toEqual(['Diagramme', '1.234,5', 'Wykresy', 'nl', 'Charts', 'en']);
  expect(() =>
    withTranslator(german, () => {
      throw new Error('broken');
    }),
  ).toThrow('broken');
  expect(t('Charts')).toBe('Charts');
});
