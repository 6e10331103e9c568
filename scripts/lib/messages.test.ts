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
