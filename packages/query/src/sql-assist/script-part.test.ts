import { expect, test } from 'vitest';
import { assistDialectOf } from './dialects.ts';
import { partOf } from './script-part.ts';
import { readScript, statementAt } from './script.ts';

/** What is run where the cursor, `|`, stands; without the blanks between. */
function run(marked: string): string {
  const at = marked.indexOf('|');
  const text = marked.replace('|', '');
  const script = readScript(text, assistDialectOf('duckdb'));
  const statement = statementAt(script, at);
  if (!statement) throw new Error('There is no statement.');
  const part = partOf(script, statement);
  // Whatever is left of the script stands where it stood.
  for (let place = 0; place < part.sql.length; place += 1)
    expect([' ', text.charAt(part.at + place)]).toContain(part.sql.charAt(place));
  return part.sql.replace(/\s+/g, ' ');
}

test('a statement without template tags is run as it is', () => {
  expect(run('SELECT 1; SELECT |{{ a }}; SELECT 3')).toBe('SELECT {{ a }}');
});

test.each([
  {
    of: 'a value that is set before',
    text: '{% set d = 7 %}\nSELECT |{{ d }} AS a',
    run: '{% set d = 7 %} SELECT {{ d }} AS a',
  },
  {
    of: 'a condition at its end',
    text: 'SELECT 1 AS a| {% if 1==1 %}, 2 AS b{% endif %}',
    run: 'SELECT 1 AS a {% if 1==1 %}, 2 AS b{% endif %}',
  },
  {
    of: 'a condition around it',
    text: 'SELECT 1;\n{% if 1 == 2 %}\nDELETE| FROM t;\n{% endif %}\nSELECT 9 AS c',
    run: '{% if 1 == 2 %} DELETE FROM t; {% endif %}',
  },
  {
    of: 'a statement behind that condition',
    text: 'SELECT 1;\n{% if 1 == 2 %}\nDELETE FROM t;\n{% endif %}\nSELECT| 9 AS c',
    run: '{% if 1 == 2 %} {% endif %} SELECT 9 AS c',
  },
  {
    of: 'a macro of an earlier statement',
    text: "{% macro half(x) %}{{ x }} / 2{% endmacro %}\nSELECT 1;\nSELECT 2;\nSELECT| {{ half('n') }}",
    run: "{% macro half(x) %}{{ x }} / 2{% endmacro %} SELECT {{ half('n') }}",
  },
  {
    of: 'a text that is set by a block',
    text: '{% set w %}x > 1{% endset %}SELECT 1;SELECT| 2 WHERE {{ w }};',
    run: '{% set w %}x > 1{% endset %} SELECT 2 WHERE {{ w }};',
  },
  {
    of: 'the body of a loop',
    text: '{% for i in [1, 2] %}\nSELECT| {{ i }};\n{% endfor %}',
    run: '{% for i in [1, 2] %} SELECT {{ i }}; {% endfor %}',
  },
])('$of comes along', ({ text, run: wanted }) => {
  expect(run(text)).toBe(wanted);
});

test('a tag in a text or a comment of the template, or one that is not closed, breaks nothing', () => {
  expect(run("SELECT |'{% if %}' AS a; SELECT 2")).toBe("SELECT '{% if %}' AS a;");
  expect(run('{# {% if x %} #}SELECT |1; SELECT 2')).toBe('SELECT 1');
  expect(run('SELECT |1; SELECT {% if ')).toBe('SELECT 1');
});
