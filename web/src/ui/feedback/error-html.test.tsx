import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { isHtml } from './error-html.ts';
import { ErrorText } from './ErrorText.tsx';

const drawn = (text: string) => renderToStaticMarkup(<ErrorText text={text} />);

test.each([
  ['column "a" does not exist', false],
  ['x < 3 and y > 4', false],
  ['relation "<script>alert(1)</script>" does not exist', false],
  ['List<int> is no type', false],
  ['<- here ->', false],
  ['<b>Quota</b> exceeded', true],
  ['see <a href="/docs">the guide</a>', true],
  ['first<br/>second', true],
  ['<P>All capitals</P>', true],
])('[5.0-09] %s counts as HTML: %s', (text, html) => {
  expect(isHtml(text)).toBe(html);
});

test('[5.0-09] a plain error is shown as it was written, also when it looks like an entity or a tag', () => {
  expect(drawn('relation "<script>alert(1)</script>" &amp; more')).toBe(
    'relation &quot;&lt;script&gt;alert(1)&lt;/script&gt;&quot; &amp;amp; more',
  );
});

test('[5.0-09] allowed elements and attributes become elements, all others are text', () => {
  expect(
    drawn(
      '<p class="x" onclick="steal()">Ask <a href="https://example.com/help" target="_top" title="Help">the ' +
        '<b>team</b></a> &lt;now&gt;</p>',
    ),
  ).toBe(
    '<p>Ask <a title="Help" href="https://example.com/help" target="_blank" rel="noopener noreferrer ' +
      'nofollow">the <b>team</b></a> &lt;now&gt;</p>',
  );
  expect(drawn('<b>x</b><img src=x onerror=alert(1)><script>alert(1)</script><svg/onload=alert(1)>')).toBe(
    '<b>x</b>&lt;img src=x onerror=alert(1)&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;svg/onload=alert(1)&gt;',
  );
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '/\\evil.example',
  'vbscript:x',
  'javascript&#58;alert(1)',
])('[5.0-09] a link to %s leads nowhere', (href) => {
  expect(drawn(`<a href="${href}">x</a>`)).toBe('<a>x</a>');
});

test('[5.0-09] what is not closed is closed, what closes nothing is text, and a line break has no content', () => {
  expect(drawn('<b>bold <i>both</b> none</u> one<br>two')).toBe('<b>bold <i>both</i></b> none&lt;/u&gt; one<br/>two');
});
