import { expect, test } from 'vitest';
import { extract, extractAll, problemsOf, templateOf } from './messages.mjs';

function read(text: string) {
  const found = { sentences: new Map<string, string | null>(), problems: [] as string[] };
  extract('a.ts', `import { t, tn, msg, tMarked } from '@tessera/core/messages';\n${text}`, found);
  return found;
}

test('sentences, plurals, choices and marks are found, each once and in order', () => {
  const { sentences, problems } = read(
    `const all = [msg('Marked')];
     const f = (n, x) => [t('One %s', n), t(x ? 'Yes' : 'No'), tn('1 row', '%(count)s rows', n), tMarked(all[0])];`,
  );
  expect(problems).toEqual([]);
  expect([...sentences]).toEqual([
    ['Marked', null],
    ['One %s', null],
    ['Yes', null],
    ['No', null],
    ['1 row', '%(count)s rows'],
  ]);
  expect(templateOf(sentences)).toContain('msgid "1 row"\nmsgid_plural "%(count)s rows"\n');
});

test.each([
  ['f = (x) => t(x);', 'literal'],
  ['f = (x) => t(`a ${x}`);', 'literal'],
  ["f = () => t('%s of %s', 1);", 'differ'],
  ["f = () => t('%(a)s', { b: 1 });", 'differ (a,b)'],
  ["f = () => tn('1 row', '%(count)s %(what)s', 2);", 'differ'],
  ["t('Early');", 'while the module loads'],
  ["f = () => [tn('1 row', '%(count)s rows', 2), tn('1 row', '%(count)s lines', 2)];", 'another plural'],
])('%s is refused', (text, why) => {
  expect(read(text).problems.join()).toContain(why === 'differ' ? 'gaps and values that differ' : why);
});

test('the sentences of this tree are in order and their file is fresh', () => {
  expect(problemsOf(extractAll())).toEqual([]);
});

test.each([
  ["f = (n) => t('Rows') + t('%s of it', n);", 'puts sentences together'],
  ["f = (n) => t('Rows') + ' found';", 'puts sentences together'],
  ["f = (n) => `${t('Rows')} were found`;", 'puts sentences together'],
  ["f = (n) => t('%s rows', n);", 'counts something'],
  ["f = (n) => t('%(count)s in all', { count: n });", 'counts something'],
  ["f = () => t('row(s)');", 'counts something'],
  ["f = (n) => t('%d of it', n);", 'neither %s nor %(name)s'],
  ["f = (n) => t('%(name) is new', { name: n });", 'neither %s nor %(name)s'],
])('%s is refused, for other languages say it in another way', (text, why) => {
  expect(read(text).problems.join()).toContain(why);
});

test('a message carries its parameters by name, and a translator that is an argument is read as well', () => {
  const text = `import { message, messageN, type Translator } from '@tessera/core/messages';
    const f = (n, translator: Translator) => [message('%(a)s is new', { a: n }), messageN('1 row', '%(count)s rows', n),
      translator.t('Sign out')];`;
  const found = { sentences: new Map<string, string | null>(), problems: [] as string[] };
  extract('a.ts', text, found);
  expect(found.problems).toEqual([]);
  expect([...found.sentences.keys()]).toEqual(['%(a)s is new', '1 row', 'Sign out']);
  extract('b.ts', text.replace('{ a: n }', '{ b: n }'), found);
  expect(found.problems.join()).toContain('gaps and values that differ');
});
