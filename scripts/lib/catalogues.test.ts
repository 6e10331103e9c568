import { expect, test } from 'vitest';
import { compilePo, mergePo, parsePo, poProblems, pseudoCatalogue } from './catalogues.mjs';

const polish = `msgid ""
msgstr ""
"Language: pl\\n"

msgid "1 row"
msgid_plural "%(count)s rows"
msgstr[0] "%(count)s wiersz"
msgstr[1] "%(count)s wiersze"
msgstr[2] "%(count)s wierszy"
msgstr[3] "%(count)s wiersza"

msgid "Hello %s"
msgstr "Cześć "
"%s"

msgid "Charts"
msgstr ""
`;

test('a translation becomes a catalogue of what is translated', () => {
  expect(compilePo('pl', polish)).toEqual({
    locale: 'pl',
    sentences: {
      '1 row': ['%(count)s wiersz', '%(count)s wiersze', '%(count)s wierszy', '%(count)s wiersza'],
      'Hello %s': 'Cześć %s',
    },
  });
  expect(poProblems('pl', polish)).toEqual([]);
});

test('a guess that nobody has looked at is not used, and a merge leaves it to be looked at', () => {
  const guessed = polish.replace('msgid "Hello %s"', '#, fuzzy\nmsgid "Hello %s"');
  expect(compilePo('pl', guessed).sentences).not.toHaveProperty(['Hello %s']);
  const merged = mergePo('pl', guessed, new Map<string, string | null>([['Hello %s', null]]));
  expect(parsePo(merged)).toEqual([{ id: 'Hello %s', plural: null, forms: ['Cześć %s'], isFuzzy: true }]);
  expect(merged).toBe(mergePo('pl', merged, new Map<string, string | null>([['Hello %s', null]])));
});

test('a translation that loses or invents a gap, or has too few forms, is refused', () => {
  expect(poProblems('pl', polish.replace('"Cześć "\n"%s"', '"Cześć"')).join()).toContain('gaps differ');
  expect(poProblems('pl', polish.replace('"Cześć "\n"%s"', '"Cześć %(name)s"')).join()).toContain('gaps differ');
  expect(poProblems('pl', polish.replace(/msgstr\[3\].*\n/, '')).join()).toContain('needs 4 forms');
});

test('a merge keeps what is translated, adds what is new and drops what is gone', () => {
  const merged = mergePo(
    'pl',
    polish,
    new Map<string, string | null>([
      ['Hello %s', null],
      ['New', null],
      ['1 row', '%(count)s rows'],
    ]),
  );
  expect(parsePo(merged).map(({ id, forms }) => [id, forms[0]])).toEqual([
    ['1 row', '%(count)s wiersz'],
    ['Hello %s', 'Cześć %s'],
    ['New', ''],
  ]);
});

test('the pseudo-locale is accented, longer and in brackets, and keeps the gaps', () => {
  const { sentences } = pseudoCatalogue('msgid "Save %s now"\nmsgstr ""\n');
  expect(sentences['Save %s now']).toMatch(/^\[Sàvé %s ñöw[ ~]{4}\]$/);
});
