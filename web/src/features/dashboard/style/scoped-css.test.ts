import { expect, test } from 'vitest';
import { scopedCss } from './scoped-css.ts';

const scoped = (text: string) => scopedCss(text, '#d').text;
const dropped = (text: string) => scopedCss(text, '#d').dropped;

test('[3.7-01] rules act within the dashboard', () => {
  expect(scoped('.card { color: red } h2, .a > .b:hover { margin: 0 }')).toBe(
    '#d .card{color:red}#d h2,#d .a>.b:hover{margin:0}',
  );
  expect(scoped('@media (width < 600px) { .a { color: red } }')).toBe('@media (width<600px){#d .a{color:red}}');
  expect(scoped('@keyframes x { from { opacity: 0 } to { opacity: 1 } }')).toBe(
    '@keyframes x{from{opacity:0}to{opacity:1}}',
  );
});

test('the page stands for the dashboard, and nothing beside it is reached', () => {
  expect(scoped('body { color: red } :root .a { color: red } html body .b { color: red }')).toBe(
    '#d{color:red}#d .a{color:red}#d .b{color:red}',
  );
  expect(scoped('body > .a { color: red }')).toBe('#d>.a{color:red}');
  for (const selector of ['body ~ nav', 'html + *', ':root body ~ *', '~ nav', '+ *', '> *', '& ~ nav'])
    expect([selector, scoped(`${selector} { display: none }`)]).toEqual([selector, '']);
  expect(scoped('.a { & ~ body { color: red } color: blue }')).toBe('#d .a{color:blue}');
});

test('[attack 52] nothing is fetched, whatever way it is written', () => {
  for (const value of [
    'url(https://evil.example/x)',
    "url('//evil.example')",
    'u\\72l(https://evil.example)',
    'image-set("https://evil.example/x" 1x)',
    '-webkit-image-set(url(x) 1x)',
    'cross-fade(url(a), url(b), 50%)',
    'src("x")',
    'expression(alert(1))',
  ])
    expect([value, scoped(`.a { background: ${value}; color: red }`)]).toEqual([value, '#d .a{color:red}']);
  expect(scoped('@import "https://evil.example/x.css"; @font-face { font-family: x; src: url(x) }')).toBe('');
  expect(scoped('.a { --x: url(https://evil.example); color: red }')).toBe('#d .a{color:red}');
  expect(scoped('.a { behavior: url(x.htc) }')).not.toContain('htc');
  expect(dropped('@import "x"; .a { background: url(x) }')).toEqual(['@import', 'background: url(x)']);
});

test('nothing is laid over the page', () => {
  expect(scoped('.a { position: fixed; z-index: 9999; inset: 0 }')).toBe('#d .a{inset:0}');
  expect(scoped('.a { position: absolute; z-index: 3 } .b { z-index: auto }')).toBe(
    '#d .a{position:absolute;z-index:3}#d .b{z-index:auto}',
  );
});

test('[attack 52] nothing is fixed to the window, however it is written', () => {
  for (const style of [
    '--p:fixed;position:var(--p)',
    'position:f\\69xed',
    'p\\6fsition:fixed',
    'position:FIXED!important',
    'position:sticky',
    'z-\\69ndex:9999',
    'z-index:calc(9999)',
    'z-index:var(--z)',
    'behavio\\72:url(x)',
  ])
    expect([style, scoped(`.a { ${style}; color: red }`)]).toEqual([
      style,
      style.startsWith('--p') ? '#d .a{--p:fixed;color:red}' : '#d .a{color:red}',
    ]);
});

test('text that is no style leaves the rest alone', () => {
  expect(scoped('}}} .a { color: red } <script>alert(1)</script>')).not.toContain('<script');
  expect(scoped('.a { color: } .b { color: red }')).toContain('#d .b{color:red}');
  expect(scoped('')).toBe('');
});
