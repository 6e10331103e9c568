import { expect, test } from 'vitest';
import { parseInline, parseMarkdown, safeHref } from './markdown.ts';

const text = (value: string) => ({ kind: 'text', text: value });

test('blocks', () => {
  expect(parseMarkdown('# Title\n\nOne\ntwo\n\n- a\n- b\n\n1. c\n\n> said\n\n---\n```\nx < 1\n```')).toEqual([
    { kind: 'heading', level: 1, children: [text('Title')] },
    { kind: 'paragraph', children: [text('One'), { kind: 'break' }, text('two')] },
    { kind: 'list', ordered: false, items: [[text('a')], [text('b')]] },
    { kind: 'list', ordered: true, items: [[text('c')]] },
    { kind: 'quote', children: [text('said')] },
    { kind: 'rule' },
    { kind: 'code', text: 'x < 1' },
  ]);
});

test('tables', () => {
  expect(parseMarkdown('| a | b |\n|---|--:|\n| 1 | **2** |')).toEqual([
    {
      kind: 'table',
      head: [[text('a')], [text('b')]],
      rows: [[[text('1')], [{ kind: 'strong', children: [text('2')] }]]],
    },
  ]);
});

test('marks inside text', () => {
  expect(parseInline('a **b _c_** `d` ~~e~~ snake_case_name \\*f\\*')).toEqual([
    text('a '),
    { kind: 'strong', children: [text('b '), { kind: 'emphasis', children: [text('c')] }] },
    text(' '),
    { kind: 'code', text: 'd' },
    text(' '),
    { kind: 'strike', children: [text('e')] },
    text(' snake_case_name *f*'),
  ]);
});

test('links go to safe places only; the rest stays text', () => {
  expect(parseInline('[x](/chart/list/)')).toEqual([{ kind: 'link', href: '/chart/list/', children: [text('x')] }]);
  expect(parseInline('see https://example.com/a.')).toEqual([
    text('see '),
    { kind: 'link', href: 'https://example.com/a', children: [text('https://example.com/a')] },
    text('.'),
  ]);
  expect(parseInline('[x](javascript:alert(1))').some((part) => part.kind === 'link')).toBe(false);
  for (const href of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    ' javascript:x',
    'vbscript:x',
  ])
    expect(safeHref(href)).toBeNull();
});

test('HTML is text', () => {
  const hostile = '<script>alert(1)</script><img src=x onerror=alert(1)>';
  expect(parseMarkdown(hostile)).toEqual([{ kind: 'paragraph', children: [text(hostile)] }]);
});

test('texts so long that only a look at each place once comes to their end', () => {
  for (const hostile of [
    '*'.repeat(100_000),
    '['.repeat(100_000),
    '**a '.repeat(25_000),
    '_a'.repeat(50_000),
    '|'.repeat(100_000),
  ])
    expect(parseMarkdown(hostile)).not.toEqual([]);
});
