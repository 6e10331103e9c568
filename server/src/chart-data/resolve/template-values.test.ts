import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atLeast, runs } from '@tessera/core/fixtures/runs';
import { dialectOf } from '@tessera/query/dialects/registry';
import { ofStatements, tokenize } from '@tessera/query/sql-safety/tokens';
import type { QueryFilter } from '@tessera/core/query-object';
import { builtServer } from '../../testing/processes/built-server.ts';
import { createTemplateRenderer, type TemplateRenderer } from '../../templates/render.ts';
import type { TemplateData } from '../../templates/template-data.ts';
import { assertTrusted } from './template-values.ts';

let templates: TemplateRenderer;
beforeAll(async () => {
  templates = createTemplateRenderer({ scriptFolder: builtServer, timeLimitMs: 60_000 });
});
afterAll(() => templates.close());

const DAY_MS = 86_400_000;
const base: TemplateData = {
  dialect: 'duckdb',
  user: { id: 7, username: 'ana', email: 'ana@example.org', roles: ['Gamma'] },
  rlsRules: ["region = 'EU'", 'a = 1'],
  urlParams: { request: {}, form: {} },
  filters: [],
  timeRange: { text: '2024-01-01 : 2024-01-02', since: Date.UTC(2024, 0, 1), until: Date.UTC(2024, 0, 1) + DAY_MS },
  timeFilters: {},
  timeColumn: 'ds',
  columnTypes: { ds: 'TIMESTAMP' },
  query: {
    columns: ['a b', 'c'],
    groupby: [],
    metrics: [],
    filter: [],
    row_limit: 100,
    table_columns: ['Order Date', 'c'],
    time_column: 'ds',
  },
  params: { cond: "a = 1 OR b = 'x'", tables: ['main.a', 'main.b'] },
};
/** The data of someone who asks with these values: in a filter on `x`, and as the parameter `p` of the address. */
function dataOf(values: readonly string[], more: Partial<TemplateData> = {}): TemplateData {
  const filters: QueryFilter[] = [
    { col: 'x', op: 'IN', val: [...values] },
    { col: 'one', op: '==', val: values[0] ?? '' },
  ];
  return {
    ...base,
    filters,
    urlParams: { request: {}, form: { p: values[0] ?? '' } },
    query: { ...base.query, filter: filters, columns: values },
    ...more,
  };
}
const lookUp = async (lookup: { readonly kind: string }) => ({
  ok: true as const,
  value: lookup.kind === 'metric' ? 'SUM(a)' : "(SELECT 'x' AS y FROM t) AS dataset_3",
});

/** The SQL that a template gives, or what is refused about it. */
async function held(template: string, data: TemplateData): Promise<string> {
  const rendered = await templates.render(template, data, lookUp, { isFollowed: true });
  try {
    assertTrusted(rendered, data.dialect);
    return rendered.text;
  } catch (error) {
    return `refused: ${(error as Error).message}`;
  }
}
const isRefused = (text: string) => text.startsWith('refused');

const attack = "x') UNION SELECT pw FROM secret WHERE ('1'='1";
describe('a value that a template changes stays a value', () => {
  test.each<readonly [string, readonly string[]]>([
    ["SELECT 1 WHERE x = '{{ filter_values('x')[0] }}'", [attack]],
    ["SELECT 1 WHERE x = '{{ filter_values('x')[0]|upper }}'", [attack]],
    ["SELECT 1 WHERE x = '{{ filter_values('x')[0]|lower }}'", [attack]],
    // A replacement makes the quote, or takes its other half away.
    ["SELECT 1 WHERE x = '{{ filter_values('x')[0]|replace('~', \"'\") }}'", ['x~) UNION SELECT pw FROM secret --']],
    ["SELECT 1 WHERE x = '{{ filter_values('x')[0].replace('~', \"'\") }}'", ['x~ OR 1 = 1 --']],
    ["SELECT 1 WHERE x = '{{ url_param('p')|replace(\"''\", \"'\") }}'", ["x' OR 1 = 1 --"]],
    [
      "SELECT 1 WHERE x IN {{ filter_values('x')|where_in|replace(\"''\", \"'\") }}",
      ["x') UNION SELECT pw FROM secret --"],
    ],
    ["SELECT 1 LIMIT {{ filter_values('x')[0]|replace('_', ' ') }}", ['1_UNION_SELECT_pw_FROM_secret']],
    ["SELECT 1 LIMIT {{ filter_values('x')[0]|replace(',', ' ')|lower }}", ['1,UNION,SELECT,pw,FROM,secret']],
    // Half of an escaped pair.
    ["SELECT 1 WHERE x = '{{ url_param('p')[:2] }}' AND y = ' OR 1 = 1 --'", ["x'"]],
    ["SELECT 1 WHERE x = '{{ url_param('p')[1:] }}' OR 1 = 1 --'", ["'"]],
    ["SELECT 1 WHERE x = '{{ (url_param('p')|list)|first }}' OR 1 = 1 --'", ["'"]],
    [
      "SELECT 1 WHERE x = '{{ url_param('p')|truncate(length=2, killwords=true, end='') }}' AND y = ' OR 1 = 1 --'",
      ["x'yyyyyyy"],
    ],
    ["SELECT 1 WHERE x = '{{ url_param('p', escape_result=false) }}'", ["x' OR 1 = 1 --"]],
    // Lists, each value of them a word.
    ["SELECT 1 LIMIT {{ filter_values('x')|join(' ') }}", ['1', 'UNION', 'SELECT', 'pw', 'FROM', 'secret']],
    ["SELECT 1 LIMIT {{ ' '.join(filter_values('x')) }}", ['1', 'UNION', 'SELECT', 'pw', 'FROM', 'secret']],
    [
      "SELECT 1 LIMIT {% for v in filter_values('x') %}{{ v }} {% endfor %}",
      ['1', 'UNION', 'SELECT', 'pw', 'FROM', 'secret'],
    ],
    ["SELECT 1 LIMIT {% for v in filter_values('x') %}{{ v }}/**/{% endfor %}", ['1', 'OFFSET', 'pw']],
    ["SELECT 1 WHERE x IN ('{{ filter_values('x')|join(\"','\") }}')", [attack]],
    [
      "SELECT 1 WHERE x IN ('{{ filter_values('x')|map('replace', '~', \"'\")|join(\"','\") }}')",
      ['x~) UNION SELECT pw FROM secret --'],
    ],
    ['SELECT 1 WHERE x IN ({{ "\'" + "\', \'".join(filter_values(\'x\')) + "\'" }})', [attack]],
    ['SELECT 1 WHERE x IN ({{ "\'" ~ filter_values(\'x\')|join("\',\'") ~ "\'" }})', [attack]],
    ["SELECT 1 WHERE x IN ({{ filter_values('x')|join(filter_values('x')[0]) }})", ["', '", 'b']],
    // Put together, stored, and printed elsewhere.
    ["SELECT 1 {{ 'LIMIT ' ~ filter_values('x')[0] }}", ['1 UNION SELECT pw FROM secret']],
    ["{% set q = 'LIMIT ' ~ filter_values('x')[0] %}SELECT 1 {{ q }}", ['1 UNION SELECT pw FROM secret']],
    ["{% set q = filter_values('x')[0] %}SELECT 1 LIMIT {{ q }}", ['1 UNION SELECT pw FROM secret']],
    ["{% set q %}{{ filter_values('x')[0] }}{% endset %}SELECT 1 LIMIT {{ q }}", ['1 UNION SELECT pw FROM secret']],
    [
      "{% set q %}LIMIT {{ filter_values('x')[0] }}{% endset %}SELECT 1 {{ q|upper }}",
      ['1 UNION SELECT pw FROM secret'],
    ],
    [
      "{% set q %}'{{ url_param('p') }}'{% endset %}SELECT 1 WHERE x = {{ q|replace(\"''\", \"'\") }}",
      ["x' OR 1 = 1 --"],
    ],
    ["{% macro m(v) %}x = '{{ v }}'{% endmacro %}SELECT 1 WHERE {{ m(filter_values('x')[0]) }}", [attack]],
    ["{% macro m(v) %}x = '{{ v }}'{% endmacro %}SELECT 1 WHERE {{ m(filter_values('x')[0])|upper }}", [attack]],
    [
      "{% macro m(v) %}x = '{{ v }}'{% endmacro %}SELECT 1 WHERE {% set w = m(filter_values('x')[0]) %}{{ w }}",
      [attack],
    ],
    [
      "{% macro m() %}[{{ caller() }}]{% endmacro %}SELECT {% call m() %}{{ filter_values('x')[0] }}{% endcall %}",
      ['1], (SELECT pw FROM secret), [1'],
    ],
    ["SELECT 1 LIMIT {% filter upper %}{{ filter_values('x')[0] }}{% endfilter %}", ['1 UNION SELECT pw FROM secret']],
    ["SELECT 1 LIMIT {{ (filter_values('x')[0] if true else 1) }}", ['1 UNION SELECT pw FROM secret']],
    ["SELECT 1 LIMIT {{ {'a': filter_values('x')[0]}.a }}", ['1 UNION SELECT pw FROM secret']],
    [
      "{% set ns = namespace(q='') %}{% for v in filter_values('x') %}{% set ns.q = ns.q ~ v %}{% endfor " +
        '%}SELECT 1 LIMIT {{ ns.q }}',
      ['1 UNION SELECT pw FROM secret'],
    ],
    ["SELECT 1 LIMIT {% with q = filter_values('x')[0] %}{{ q }}{% endwith %}", ['1 UNION SELECT pw FROM secret']],
    // Trusted names that are given other values.
    ["{% set cond = filter_values('x')[0] %}SELECT 1 WHERE {{ cond }}", ['1 = 1 UNION SELECT pw FROM secret']],
    [
      "{% for cond in filter_values('x') %}SELECT 1 WHERE {{ cond }}{% endfor %}",
      ['1 = 1 UNION SELECT pw FROM secret'],
    ],
    [
      "{% macro m(cond) %}{{ cond }}{% endmacro %}SELECT 1 WHERE {{ m(filter_values('x')[0]) }}",
      ['1 = 1 UNION SELECT pw FROM secret'],
    ],
    [
      "{% set (cond, b) = [filter_values('x')[0], 1] %}SELECT 1 WHERE {{ cond }}",
      ['1 = 1 UNION SELECT pw FROM secret'],
    ],
    [
      'SELECT 1 WHERE {% set table_columns = columns %}{{ table_columns[0] }} = 1',
      ['1 = 1 UNION SELECT pw FROM secret'],
    ],
    // Everything of the request, by other ways.
    ['SELECT {{ columns[0] }} FROM t', ['a FROM secret --']],
    ['SELECT 1 WHERE {{ filter[1].val }}', ['1 = 1 UNION SELECT pw FROM secret']],
    ["SELECT 1 WHERE {{ get_filters('one')[0]['val'] }}", ['1 = 1 UNION SELECT pw FROM secret']],
    ['SELECT 1 -- {{ debug() }}', ['\nUNION SELECT pw FROM secret']],
    ["SELECT 1 -- of {{ filter_values('x')[0] }}\nFROM t", ['a\nUNION SELECT pw FROM secret']],
    ["SELECT 1 WHERE x = 'a' {# '{{ #} {{ filter_values('x')[0] }}", ['OR 1 = 1']],
    ["SELECT '{% raw %}{{{% endraw %}', {{ filter_values('x')[0] }}", ['(SELECT pw FROM secret)']],
    ["SELECT {{ '}}' if false else filter_values('x')[0] }}", ['(SELECT pw FROM secret)']],
    ["SELECT {{ cache_key_wrapper(filter_values('x')[0]) }}", ['(SELECT pw FROM secret)']],
    ["SELECT {{ filter_values('none', filter_values('x')[0])[0] }}", ['(SELECT pw FROM secret)']],
    ["SELECT '{{ metric('total') ~ filter_values('x')[0] }}'", ["' , (SELECT pw FROM secret), '"]],
    ["SELECT '{{ dataset(3) }}'", ['x']],
  ])('%s', async (template, values) => {
    expect(await held(template, dataOf(values))).toSatisfy(isRefused);
  });

  test.each<readonly [string, string]>([
    ["SELECT 1 WHERE x = '{{ current_user_email()[1:-12] }}' OR 1 = 1 --'", "'@example.org"],
    ["SELECT 1 WHERE x = '{{ current_user_email()[:4] }}' AND y = ' OR 1 = 1 --'", "ana'@example.org"],
    ["SELECT 1 WHERE x = '{{ current_username()|replace(\"''\", \"'\") }}'", "x' OR 1 = 1 --"],
    ['SELECT 1 WHERE x = {{ current_username() }}', '1 OR 1 = 1'],
    ["SELECT 1 WHERE x IN ('{{ current_user_roles()|join(\"','\") }}')", attack],
    ["{% for role in current_user_roles() %}SELECT '{{ role }}'{% endfor %}", attack],
  ])('%s by a user of that name', async (template, name) => {
    const named = (text: string) => dataOf([], { user: { id: 7, username: text, email: text, roles: [text] } });
    expect(await held(template, named(name))).toSatisfy(isRefused);
  });

  test.each<readonly [string, string]>([
    ["SELECT 1 WHERE x = '{{ url_param('p', escape_result=false) }}'", 'url_param'],
    ["SELECT 1 LIMIT {{ filter_values('x')|join(' ') }}", 'filter_values'],
    ["{% for v in filter_values('x') %}SELECT {{ loop.nextitem if loop.first else 1 }}{% endfor %}", 'loop'],
  ])('%s where a parameter of the dataset is called %s', async (template, name) => {
    expect(await held(template, dataOf(["x' OR 1 = 1 --", '2 OR 1 = 1'], { params: { [name]: 'a = 1' } }))).toSatisfy(
      isRefused,
    );
  });

  test('marks that someone sends, and templates that print themselves, are refused', async () => {
    await expect(
      held("SELECT '{{ filter_values('x')[0] }}'", dataOf(['\u{F0001} UNION SELECT pw FROM secret --\u{F0000}'])),
    ).rejects.toThrow('cannot be followed');
    await expect(
      held("{% block b %}{{ filter_values('x')[0] }}{% endblock %}{{ self.b()[1:-1] }}", dataOf(['x y'])),
    ).rejects.toThrow('cannot be followed');
  });

  test('where backslashes escape', async () => {
    const mysql = { dialect: 'mysql' };
    expect(
      await held("SELECT 1 WHERE x = '{{ filter_values('x')[0] }}' AND y = ' OR 1 = 1 -- '", dataOf(['a\\'], mysql)),
    ).toSatisfy(isRefused);
    expect(await held("SELECT 1 WHERE x = '{{ url_param('p') }}' AND y = 1", dataOf(["a\\' OR 1"], mysql))).toBe(
      "SELECT 1 WHERE x = 'a\\\\'' OR 1' AND y = 1",
    );
    expect(
      await held("SELECT 1 WHERE x = '{{ url_param('p')[:-1] }}' AND y = ' OR 1 = 1 -- '", dataOf(['a\\'], mysql)),
    ).toSatisfy(isRefused);
  });
});

describe('what authors write works as before', () => {
  test.each<readonly [string, string]>([
    ["SELECT 1 WHERE x IN {{ filter_values('x')|where_in }}", "SELECT 1 WHERE x IN ('New York', 'O''Hara')"],
    ["SELECT 1 WHERE x IN{{ filter_values('x') | where_in }}", "SELECT 1 WHERE x IN('New York', 'O''Hara')"],
    [
      "SELECT 1{% if filter_values('x') %} WHERE x IN {{ filter_values('x')|where_in }}{% endif %}",
      "SELECT 1 WHERE x IN ('New York', 'O''Hara')",
    ],
    [
      "SELECT 1 {{ 'WHERE x IN ' ~ filter_values('x')|where_in if filter_values('x') else '' }}",
      "SELECT 1 WHERE x IN ('New York', 'O''Hara')",
    ],
    [
      "{% set ids = filter_values('x')|where_in %}SELECT 1{% if ids %} WHERE x IN {{ ids }}{% endif %}",
      "SELECT 1 WHERE x IN ('New York', 'O''Hara')",
    ],
    [
      "{% set w = 'WHERE x IN ' ~ filter_values('x')|where_in ~ ' AND b = 1' %}SELECT 1 {{ w }}",
      "SELECT 1 WHERE x IN ('New York', 'O''Hara') AND b = 1",
    ],
    [
      "{% set w %}x IN {{ filter_values('x')|where_in }}{% endset %}SELECT 1 WHERE {{ w }}",
      "SELECT 1 WHERE x IN ('New York', 'O''Hara')",
    ],
    [
      "{% macro any(c) -%} {{ c }} IN {{ filter_values(c)|where_in }} {%- endmacro %}SELECT 1 WHERE {{ any('x') }}",
      "SELECT 1 WHERE x IN ('New York', 'O''Hara')",
    ],
    ["SELECT 1 WHERE x = '{{ url_param('q', 'none') }}'", "SELECT 1 WHERE x = 'none'"],
    ["SELECT 1 WHERE x = '{{ filter_values('x')[0]|replace(\"'\", \"''\")|upper }}'", "SELECT 1 WHERE x = 'NEW YORK'"],
    ["SELECT 1 WHERE x IN ('{{ filter_values('x')[:1]|join(\"','\") }}')", "SELECT 1 WHERE x IN ('New York')"],
    [
      "SELECT 1{% for f in get_filters('x', remove_filter=true) %}{% if f.get('op') == 'IN' %} AND x IN ( {{ " +
        "\"'\" + \"', '\".join(f.get('val')|map('replace', \"'\", \"''\")) + \"'\" }} ){% endif %}{% endfor %}",
      "SELECT 1 AND x IN ( 'New York', 'O''Hara' )",
    ],
    ['SELECT 1 WHERE x LIKE {{ "\'" + filter_values(\'x\')[0] + "%\'" }}', "SELECT 1 WHERE x LIKE 'New York%'"],
    ["SELECT 1 WHERE x LIKE '%{{ filter_values('x')[0] }}%'", "SELECT 1 WHERE x LIKE '%New York%'"],
    [
      "SELECT 1 {% if filter_values('x')[0] == 'New York' %}WHERE x = 1{% elif 'Lima' in filter_values('x') " +
        '%}WHERE x = 2{% else %}WHERE x = 3{% endif %}',
      'SELECT 1 WHERE x = 1',
    ],
    [
      "SELECT {{ metric('total') }} FROM {{ dataset(3) }} WHERE x = '{{ filter_values('x')[0] }}'",
      "SELECT SUM(a) FROM (SELECT 'x' AS y FROM t) AS dataset_3 WHERE x = 'New York'",
    ],
    [
      '{% set t = get_time_filter() %}SELECT 1{% if t.from_expr %} WHERE ds >= {{ t.from_expr }}{% endif %}',
      "SELECT 1 WHERE ds >= CAST('2024-01-01 00:00:00' AS TIMESTAMP)",
    ],
    [
      "SELECT 1 WHERE ds >= '{{ from_dttm }}' AND x = '{{ filter_values('x')[0] }}' LIMIT {{ row_limit }}",
      "SELECT 1 WHERE ds >= '2024-01-01T00:00:00' AND x = 'New York' LIMIT 100",
    ],
    ["SELECT {{ row_limit + 1 }}, {{ (filter_values('x')|length) * 2 }} {{- ' AS n' }}", 'SELECT 101, 4 AS n'],
    [
      "SELECT 1 WHERE {{ cond }} AND x = '{{ filter_values('x')[0] }}'",
      "SELECT 1 WHERE a = 1 OR b = 'x' AND x = 'New York'",
    ],
    [
      "{% for t in tables %}{% if not loop.first %} UNION ALL {% endif %}SELECT '{{ filter_values('x')[0] }}' " +
        'FROM {{ t }}{% endfor %}',
      "SELECT 'New York' FROM main.a UNION ALL SELECT 'New York' FROM main.b",
    ],
    [
      "SELECT 1 WHERE {{ current_user_rls_rules()|join(' AND ') }} AND x = '{{ filter_values('x')[0] }}'",
      "SELECT 1 WHERE a = 1 AND region = 'EU' AND x = 'New York'",
    ],
    [
      'SELECT {% for c in table_columns %}"{{ c }}"{% if not loop.last %}, {% endif %}{% endfor %}, \'{{ ' +
        "filter_values('x')[0] }}'",
      'SELECT "Order Date", "c", \'New York\'',
    ],
    [
      "SELECT '{{ {'New York': 'NY'}[filter_values('x')[0]] }}', {{ 'a, b' if filter_values('x') else 'c' }}",
      "SELECT 'NY', a, b",
    ],
    ["SELECT '{{ filter_values('x')[0] -}}   '", "SELECT 'New York'"],
    ["SELECT '{{ '{{' }} {{ filter_values('x')[0] }}'{# {{ columns }} #}", "SELECT '{{ New York'"],
    ["{% filter trim %} '{% endfilter %}{{ filter_values('x')[0] }}'", ''],
  ])('%s', async (template, sql) => {
    const values = ['New York', "O'Hara"];
    if (sql === '') expect(await held(template, dataOf(values))).toSatisfy(isRefused);
    else expect(await held(template, dataOf(values))).toBe(sql);
  });

  test.each<readonly [string, readonly string[], string]>([
    ['SELECT 1 ORDER BY {{ columns[0] }} {{ columns[1] }}', ['amount', 'DESC'], 'SELECT 1 ORDER BY amount DESC'],
    ["SELECT 1 LIMIT {{ filter_values('x')[0]|int }}", ['10'], 'SELECT 1 LIMIT 10'],
    [
      "SELECT 1 WHERE id IN ({{ filter_values('x')|join(', ') }})",
      ['1', '-2', '3.5'],
      'SELECT 1 WHERE id IN (1, -2, 3.5)',
    ],
    [
      "SELECT {{ filter_values('x')|join(', ') }} FROM t_{{ filter_values('x')[0] }}",
      ['a', 'b'],
      'SELECT a, b FROM t_a',
    ],
    [
      "SELECT 1 WHERE {% for f in get_filters('one') %}amount {{ f.op|replace('==', '=') }} {{ f.val }}{% endfor %}",
      ['5'],
      'SELECT 1 WHERE amount = 5',
    ],
  ])('%s with %j', async (template, values, sql) => {
    expect(await held(template, dataOf(values))).toBe(sql);
  });
});

// Every template that is put together from these, with any values: what is let through is cut into tokens as with
// harmless ones.
const sources = [
  "filter_values('x')[0]",
  "filter_values('x')|last",
  "url_param('p')",
  "filter_values('x')",
  'columns[0]',
  "get_filters('one')[0].val",
  "filter_values('x')|where_in",
];
const changes = [
  '',
  '|upper',
  '|replace("_", " ")',
  '|replace("_", "\'")',
  '|replace("\'\'", "\'")',
  '|string',
  '|trim',
  '|reverse',
  '|join(" ")',
  '|join("\',\'")',
  '|list|join',
  '[1:]',
  '[:3]',
  '|first',
  '|tojson',
  '|escape',
  '|title',
];
const frames = [
  "SELECT 1 WHERE x = '%s' AND y = 'z'",
  'SELECT 1 LIMIT %s',
  'SELECT 1 WHERE x IN %s',
  "SELECT 1 WHERE x IN ('%s')",
  'SELECT "%s" FROM t',
  'SELECT 1 -- %s\n, 2',
  "SELECT 1 WHERE x = '%s%s'",
  'SELECT %s %s',
  "SELECT 1 WHERE x = '%s';",
  "SELECT 1 WHERE x IN ('%s') ; -- the end",
];
const shapes = [
  '{{ %s }}',
  "{{ 'a' ~ %s }}",
  "{{ (%s) if true else 'b' }}",
  '{% set v = %s %}{{ v }}',
  '{% set v %}{{ %s }}{% endset %}{{ v }}',
  '{% set v %}{{ %s }}{% endset %}{{ v|upper }}',
  '{% macro m(a) %}{{ a }}{% endmacro %}{{ m(%s) }}',
  '{% macro m(a) %}{{ a }}{% endmacro %}{{ m(%s)[1:] }}',
  '{% for v in [%s] %}{{ v }}{% endfor %}',
  '{% filter lower %}{{ %s }}{% endfilter %}',
  '{%- filter lower -%} {{ %s }} {%- endfilter -%}',
  '{% macro m() %}{{ caller() }}{% endmacro %} {%- call m() -%} {{ %s }} {%- endcall -%} ',
  "{% set v = '' ~ (%s) %}{{ v }}",
];
const anyValue = fc.oneof(
  fc.constantFrom(
    "' OR 1 = 1 --",
    "x'",
    "'",
    "''",
    '\\',
    "\\'",
    'a_b',
    '1 UNION SELECT pw FROM secret',
    'New York',
    '-1',
    '--',
    '/*',
    '"',
    '1',
    'UNION',
    '_OR_',
  ),
  fc.string({
    unit: fc.constantFrom("'", '"', '\\', '_', '-', ' ', 'a', '1', '*', '/', '\n', ')', '('),
    minLength: 1,
    maxLength: 6,
  }),
);

test('whatever is let through is cut into the same tokens as with a harmless value', async () => {
  let letThrough = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...sources),
      fc.constantFrom(...changes),
      fc.constantFrom(...shapes),
      fc.constantFrom(...frames),
      fc.array(anyValue, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('duckdb', 'mysql'),
      async (source, change, shape, frame, values, dialect) => {
        const template = frame.replaceAll('%s', () =>
          shape.replace('%s', () => `${change.startsWith('[') ? `(${source})` : source}${change}`),
        );
        const texts = await Promise.all(
          [values, values.map((value) => 'x'.repeat(value.length))].map((some) =>
            templates.render(template, dataOf(some, { dialect }), lookUp, { isFollowed: true }).catch(() => null),
          ),
        );
        const [rendered, harmless] = texts;
        // To follow a template changes nothing in what it gives.
        const plain = await templates.render(template, dataOf(values, { dialect }), lookUp).catch(() => null);
        expect(rendered?.text).toBe(plain?.text);
        // Some are nothing but blanks.
        if (
          !rendered ||
          !harmless ||
          rendered.outputs.length !== harmless.outputs.length ||
          !isHeld(rendered, dialect) ||
          !isHeld(harmless, dialect)
        )
          return;
        const [kinds, expected] = [rendered.text, harmless.text].map((text) => {
          const read = tokenize(text, ofStatements(dialectOf(dialect).grammar));
          return read.ok
            ? read.tokens
                .map(({ kind, text: word }) =>
                  kind === 'string' || kind === 'name' ? kind : /^[\w.]+$/.test(word) ? 'word' : word,
                )
                .join(' ')
            : null;
        });
        if (!kinds || !expected) return;
        letThrough += 1;
        // A number may have a sign.
        expect(kinds.replaceAll('- word', 'word')).toBe(expected);
      },
    ),
    { numRuns: runs(3000) },
  );
  expect(letThrough).toBeGreaterThanOrEqual(atLeast(300));
});

function isHeld(rendered: Parameters<typeof assertTrusted>[0], dialect: string): boolean {
  try {
    assertTrusted(rendered, dialect);
    return true;
  } catch {
    return false;
  }
}

test('ten thousand values are followed within the steps of a template', async () => {
  const values = Array.from({ length: 10_000 }, (_, index) => `value of ${index}`);
  const sql = await held(
    "SELECT 1 WHERE x IN ('{{ filter_values('x')|join(\"', '\") }}') OR y IN {{ filter_values('x')|where_in }}",
    dataOf(values),
  );
  expect(sql).toContain("'value of 0', 'value of 1', ");
});
