import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fc from 'fast-check';
import { atLeast, runs } from '@tessera/core/fixtures/runs';
import { Environment, initSync } from 'minijinja-js/dist/web/minijinja_js.js';
import { beforeAll, expect, test } from 'vitest';
import { segmentsOf } from './template-segments.ts';

beforeAll(() => {
  initSync({
    module: readFileSync(createRequire(import.meta.url).resolve('minijinja-js/dist/web/minijinja_js_bg.wasm')),
  });
});

/** What the engine itself makes of a template; `null` for one that it cannot read. */
function rendered(template: string): string | null {
  const environment = new Environment();
  try {
    environment.keepTrailingNewline = true;
    return environment.renderStr(template, {});
  } catch {
    return null;
  } finally {
    environment.free();
  }
}

test('the sign that opens a comment does not also end it', () => {
  expect(rendered('{#} x {{ 1 }} #}y')).toBe('y');
  expect(segmentsOf('{#} x {{ 1 }} #}y')).toEqual([
    { kind: 'text', text: '{#} x {{ 1 }} #}' },
    { kind: 'text', text: 'y' },
  ]);
});

test('a template is cut where the engine cuts it', () => {
  const piece = fc.constantFrom(
    '{#',
    '#}',
    '{#}',
    '#',
    '{',
    '}',
    '{{',
    '}}',
    '{%',
    '%}',
    ' ',
    '\n',
    'a',
    "'",
    '"',
    '\\',
    '(',
    ')',
    '[',
    ']',
    '{{ 1 }}',
    "{{ '}}' }}",
    '{{ {1: 2}[1] }}',
    '{{ {1: {2: 3}}[1][2]}}',
    '{% raw %}',
    '{% endraw %}',
    '{%- raw -%}',
    '{%-endraw+%}',
    '{#-',
    '-#}',
    '{{-',
    '-}}',
    '{%-',
    '+%}',
    '-',
    '{% if 1 %}',
    '{% endif %}',
    "{% set v = '%}' %}",
  );
  let read = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const template = pieces.join('');
      const segments = segmentsOf(template);
      expect(segments.map(({ text }) => text).join('')).toBe(template);
      const whole = rendered(template);
      if (whole === null) return;
      read += 1;
      // Blocks go by pairs, so that they are left out where they would not be read by themselves.
      const printed = segments.map(({ kind, text }) => (kind === 'block' ? '' : rendered(text)));
      // Signs that trim change white space alone, and beyond their own segment.
      expect([template, printed.join('').replace(/\s/g, '')]).toEqual([template, whole.replace(/\s/g, '')]);
    }),
    { numRuns: runs(3000) },
  );
  expect(read).toBeGreaterThanOrEqual(atLeast(500));
});
