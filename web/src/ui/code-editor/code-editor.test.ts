import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { optionsAt, placeOfName, writtenName } from './completion.ts';
import type { Suggestion } from './editor-props.ts';
import { diagnosticsOf, rangeOfPlace } from './marks.ts';
import { isInTag, templateTags } from './template-tags.ts';

const offered: readonly Suggestion[] = [
  { label: 'Order Date', kind: 'column', detail: 'date' },
  { label: 'revenue', kind: 'metric', insert: 'SUM(amount)' },
  { label: 'lower', kind: 'function' },
  { label: 'url_param', kind: 'macro', insert: "url_param('${name}')" },
];

test('a name begins where its word or its quote does', () => {
  expect(placeOfName('SUM(amo', 7, false)).toEqual({ from: 4, inTag: false, quote: '' });
  expect(placeOfName('SUM("Ord', 8, false)).toEqual({ from: 4, inTag: false, quote: '"' });
  expect(placeOfName('SUM(', 4, false)).toBeNull();
  expect(placeOfName('SUM(', 4, true)).toEqual({ from: 4, inTag: false, quote: '' });
  expect(placeOfName("a = '{{ url", 11, false)).toEqual({ from: 8, inTag: true, quote: '' });
});

test('inside of a tag only macros are offered, behind a quote only columns', () => {
  const labels = (inTag: boolean, quote: string) =>
    optionsAt({ inTag, quote }, offered, 'duckdb').map(({ label }) => label);
  expect(labels(false, '')).toEqual(['Order Date', 'revenue', 'lower', 'url_param']);
  expect(labels(true, '')).toEqual(['url_param']);
  expect(labels(false, '"')).toEqual(['"Order Date"']);
});

test('a column is written as its database reads it', () => {
  expect(writtenName('amount', 'postgresql')).toBe('amount');
  expect(writtenName('Amount', 'postgresql')).toBe('"Amount"');
  expect(writtenName('Amount', 'duckdb')).toBe('Amount');
  expect(writtenName('Order Date', 'mysql')).toBe('`Order Date`');
  expect(writtenName('say "no"', null)).toBe('"say ""no"""');
});

test('the tags of a template are found, and one that is still open', () => {
  const text = "SELECT {{ a }} {# note #} {% if x %} '{{ b";
  expect(templateTags(text).map(({ from, to, kind }) => [text.slice(from, to), kind])).toEqual([
    ['{{ a }}', 'code'],
    ['{# note #}', 'comment'],
    ['{% if x %}', 'code'],
    ['{{ b', 'code'],
  ]);
  expect([isInTag(text), isInTag('{{ a }}'), isInTag('{# a'), isInTag('plain')]).toEqual([true, false, false, false]);
});

test('a place that the database tells marks the word there, or the line, or the letter before the end', () => {
  const text = 'SELECT one,\n  twoo\nFROM';
  const marked = (line: number, column: number | null) => {
    const range = rangeOfPlace(text, { line, column });
    return range && text.slice(range.from, range.to);
  };
  expect([marked(2, 3), marked(2, null), marked(1, 11), marked(3, 5), marked(9, 1)]).toEqual([
    'twoo',
    '  twoo',
    ',',
    'M',
    null,
  ]);
});

test('a mark carries its message, and a place outside of the text marks nothing', () => {
  const text = EditorState.create({ doc: 'SELECT x' }).doc.toString();
  expect(diagnosticsOf(text, { message: 'no column x', place: { line: 1, column: 8 } })).toEqual([
    { from: 7, to: 8, severity: 'error', message: 'no column x' },
  ]);
  expect(diagnosticsOf(text, { message: 'late', place: { line: 4, column: 1 } })).toEqual([]);
});
