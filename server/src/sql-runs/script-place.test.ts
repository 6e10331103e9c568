import { expect, test } from 'vitest';
import { writtenOffset } from './script-place.ts';

test('a place in a rendered script is that of the written one, and inside of a template the template', () => {
  const written = "SELECT {{ a }} AS x, '{% if b %}yes{% else %}no{% endif %}' FROM t {# note #} WHERE z";
  const text = "SELECT 12345 AS x, 'no' FROM t  WHERE z";
  const script = { written, text };
  const place = (word: string) => writtenOffset(script, text.indexOf(word));
  expect(place('SELECT')).toBe(0);
  expect(place('345')).toBe(written.indexOf('{{'));
  for (const word of ['AS x', "' FROM", 'FROM t', 'WHERE z']) expect(place(word)).toBe(written.indexOf(word));
  expect(writtenOffset(script, text.length)).toBe(written.length);
  expect(writtenOffset({ written: 'SELECT 1', text: 'SELECT 1' }, 3)).toBe(3);
  // What stands behind a template that nobody can follow is at the template.
  expect(writtenOffset({ written: '{{ a }} x', text: 'SELECT 1 y' }, 7)).toBe(0);
});

test('[attack 61] a script of open template marks, or of very many, is placed at once', () => {
  const open = { written: `{% raw %}SELECT '${'{{{%{#'.repeat(160_000)}'{% endraw %}`, text: "SELECT '{{'" };
  const gone = 'A{##}'.repeat(100_000);
  const many = {
    written: `{% if 0 %}${gone}{% endif %}${'SELECT 1;'.repeat(50_000)}`,
    text: 'SELECT 1;'.repeat(50_000),
  };
  const leftOut = {
    written: `{% if 0 %}ab${'a'.repeat(1000)}{% endif %}`.repeat(400) + `SELECT '${'a'.repeat(400_000)}'`,
    text: `SELECT '${'a'.repeat(400_000)}'`,
  };
  for (const script of [open, many, leftOut])
    for (let at = 0; at < 200; at += 1) expect(writtenOffset(script, at)).toBeGreaterThanOrEqual(0);
});
