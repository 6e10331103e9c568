import { expect, test } from 'vitest';
import { htmlOfValue, htmlText, readHtml } from './safe-html.ts';

test.each([
  ['a < b and c > d', false],
  ['<script>alert(1)</script>', false],
  ['<unknown>', false],
  ['<b>bold</b>', true],
  ['<A HREF="/x">x</A>', true],
])('%s has markup: %s', (text, has) => {
  expect(htmlOfValue(text) !== null).toBe(has);
});

test('what is allowed stays, what is not leaves its text', () => {
  expect(readHtml('<p onclick="x">one <b>two</b><blink>three</blink></p>')).toEqual([
    { tag: 'p', attributes: {}, children: ['one ', { tag: 'b', attributes: {}, children: ['two'] }, 'three'] },
  ]);
});

test.each([
  '<script>alert(1)</script>',
  '<style>*{display:none}</style>',
  '<svg><script>alert(1)</script></svg>',
  '<img src=x onerror=alert(1)>',
  '<img src="data:image/svg+xml;base64,AAAA">',
  '<script>alert(1)',
  '<scr<script>ipt>alert(1)</script>',
])('%s leaves no element', (text) => {
  expect(readHtml(text).filter((node) => typeof node !== 'string')).toEqual([]);
});

test('a value of whose markup nothing is left to see is shown as it is written', () => {
  expect(['<img src=x onerror=alert(1)>', '<b> </b>', '<p><script>x</script></p>'].map(htmlOfValue)).toEqual([
    null,
    null,
    null,
  ]);
  expect(htmlOfValue('<img src="https://example.com/p.png">')).toHaveLength(1);
});

test.each([
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  '&#106;avascript:alert(1)',
  '//evil.org',
  'data:text/html,x',
])('a link to %s goes nowhere', (href) => {
  expect(readHtml(`<a href="${href}">x</a>`)).toEqual([{ tag: 'a', attributes: {}, children: ['x'] }]);
});

test('ends without a beginning, and beginnings without an end, are borne', () => {
  expect(htmlText(readHtml('</b>a<b>b<i>c</b>d'))).toBe('abcd');
  expect(readHtml('<b>'.repeat(1000))).toHaveLength(1);
  expect(htmlText(readHtml('<div>one</div><div>two&nbsp;&amp; 3 &#8364;</div>'))).toBe('one two & 3 €');
});
