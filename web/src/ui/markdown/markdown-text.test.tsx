import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { isSafeHref, parseMarkdown } from './markdown.ts';
import { MarkdownText } from './MarkdownText.tsx';

/** Without the element around it, and without classes. */
const html = (source: string, level?: number) =>
  renderToStaticMarkup(<MarkdownText source={source} {...(level === undefined ? {} : { level })} />)
    .replaceAll(/ class="[^"]*"/g, '')
    .replace(/^<div>(.*)<\/div>$/s, '$1');

test('blocks', () => {
  expect(html('# Title\n\nOne\ntwo\n\n- a\n- b\n  - c\n\n3. d\n\n> said\n\n---\n```\nx < 1\n```')).toBe(
    '<h2>Title</h2><p>One<br/>two</p><ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><ol start="3"><li>d</li></ol>' +
      '<blockquote><p>said</p></blockquote><hr/><pre><code>x &lt; 1\n</code></pre>',
  );
  expect(html('# a\n###### b', 3)).toBe('<h3>a</h3><h6>b</h6>');
});

test('tables, with columns to the side that they ask for', () => {
  expect(html('| a | b |\n|---|--:|\n| 1 | **2** |')).toBe(
    '<div><table><thead><tr><th>a</th><th style="text-align:right">b</th></tr></thead>' +
      '<tbody><tr><td>1</td><td style="text-align:right"><strong>2</strong></td></tr></tbody></table></div>',
  );
});

test('marks inside text', () => {
  expect(html('a **b _c_** `d` ~~e~~ snake_case_name \\*f\\*')).toBe(
    '<p>a <strong>b <em>c</em></strong> <code>d</code> <s>e</s> snake_case_name *f*</p>',
  );
});

test('links go to safe places only; the rest stays text', () => {
  expect(html('[x](/chart/list/)')).toBe('<p><a href="/chart/list/">x</a></p>');
  expect(html('see https://example.com/a. In readme.md')).toBe(
    '<p>see <a href="https://example.com/a" target="_blank" rel="noreferrer">https://example.com/a</a>. ' +
      'In readme.md</p>',
  );
  for (const href of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    ' javascript:x',
    'vbscript:x',
    'jav&#x61;script:alert(1)',
    'javascript&colon;alert(1)',
  ]) {
    expect(isSafeHref(href)).toBe(false);
    expect(html(`[x](<${href}>) <${href}>\n\n[y]\n\n[y]: <${href}>`)).not.toContain('<a');
  }
});

test('an address that browsers take for one of another host is none', () => {
  expect(isSafeHref('/\\evil.example')).toBe(false);
  expect(html('[x](</\\evil.example>)')).toBe('<p><a href="/%5Cevil.example">x</a></p>');
});

test('HTML and pictures are text', () => {
  const hostile = '<script>alert(1)</script><img src=x onerror=alert(1)>';
  expect(html(hostile)).toBe(`<p>${hostile.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`);
  expect(html(`a\n\n${hostile}`)).not.toMatch(/<(script|img)/);
  expect(html('![x](https://example.com/p.png)')).not.toContain('<img');
});

test('texts so long that only a look at each place once comes to their end', () => {
  for (const hostile of [
    '*'.repeat(40_000),
    '['.repeat(40_000),
    '**a '.repeat(10_000),
    '_a'.repeat(20_000),
    '|'.repeat(40_000),
    '[a]('.repeat(10_000),
    '>'.repeat(20_000),
    Array.from({ length: 500 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n'),
  ])
    expect(parseMarkdown(hostile)).not.toEqual([]);
});

test('what is nested too deep to draw is left out', () => {
  expect(html(`${'> '.repeat(5000)}a`).length).toBeLessThan(10_000);
});

test('[attack 97] marks in marks in marks become no deeper elements than a page can hold', () => {
  const depthOf = (source: string) => {
    let [depth, deepest] = [0, 0];
    for (const [, end, empty] of html(source).matchAll(/<(\/?)\w[^>]*?(\/?)>/g)) {
      depth += empty ? 0 : end ? -1 : 1;
      deepest = Math.max(deepest, depth);
    }
    expect(depth).toBe(0);
    return deepest;
  };
  for (const mark of ['*', '**', '~~']) {
    const nested = `${`${mark}a `.repeat(2000)}b${` a${mark}`.repeat(2000)}`;
    expect(depthOf(nested)).toBeLessThan(110);
    expect(html(nested).replaceAll(/<[^>]*>/g, '')).toBe(`${'a '.repeat(2000)}b${' a'.repeat(2000)}`);
  }
  expect(depthOf('*a **b** c*')).toBe(3);
});
