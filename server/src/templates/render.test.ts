import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import { builtServer } from '../testing/processes/built-server.ts';
import { createTemplateRenderer, type TemplateRenderer } from './render.ts';
import type { Lookup, LookupAnswer, TemplateData } from './template-data.ts';

const DAY_MS = 86_400_000;
const since = Date.UTC(2024, 0, 1);

const data: TemplateData = {
  dialect: 'duckdb',
  user: { id: 7, username: 'ana', email: 'ana@example.org', roles: ['Gamma', 'Alpha'] },
  rlsRules: ["region = 'EU'", 'a = 1'],
  urlParams: { request: { country: "O'Hara" }, form: { country: 'ignored', city: 'Lima' } },
  filters: [
    { col: 'country', op: 'IN', val: ['NZ', 'PE'] },
    { col: 'city', op: '==', val: 'Lima' },
    { col: 'empty', op: 'IN', val: [] },
    { col: 'gone', op: 'IS NULL' },
  ],
  timeRange: { text: '2024-01-01 : 2024-01-02', since, until: since + DAY_MS },
  timeFilters: { shipped: { text: 'Last week', since, until: since + 7 * DAY_MS } },
  timeColumn: 'ordered',
  columnTypes: { ordered: 'TIMESTAMP', shipped: 'DATE' },
  query: { row_limit: 100, groupby: ['country'] },
  params: { region: 'EU' },
};

let templates: TemplateRenderer;
beforeAll(async () => {
  templates = createTemplateRenderer({ scriptFolder: builtServer, timeLimitMs: 2000 });
});
afterAll(() => templates.close());

const noLookup = async (lookup: Lookup): Promise<LookupAnswer> => ({ ok: false, reason: `no ${lookup.kind} here` });
const render = (text: string, given: Partial<TemplateData> = {}, lookUp = noLookup) =>
  templates.render(text, { ...data, ...given }, lookUp);
const textOf = async (text: string, given: Partial<TemplateData> = {}) => (await render(text, given)).text;

test('text without template marks is left alone', async () => {
  expect(await render("select '%s' from t")).toEqual({
    text: "select '%s' from t",
    cacheKeys: [],
    removedFilters: [],
    readFilters: [],
    outputs: [],
    pieces: [],
  });
});

test.each([
  ['{{ current_user_id() }}', '7', [7]],
  ['{{ current_username() }}', 'ana', ['ana']],
  ['{{ current_username(add_to_cache_keys=false) }}', 'ana', []],
  ['{{ current_user_email() }}', 'ana@example.org', ['ana@example.org']],
  ['{{ current_user_roles() | join("+") }}', 'Alpha+Gamma', ['["Alpha","Gamma"]']],
  ['{{ current_user_rls_rules() | length }}', '2', ['["a = 1","region = \'EU\'"]']],
  ['{{ cache_key_wrapper("x") }}', 'x', ['x']],
  ["{{ url_param('country') }}", "O''Hara", ["O''Hara"]],
  ["{{ url_param('country', escape_result=false) }}", "O'Hara", ["O'Hara"]],
  ["{{ url_param('city') }}", 'Lima', ['Lima']],
  ["{{ url_param('none', 'dflt', add_to_cache_keys=false) }}", 'dflt', []],
])('%s gives %s and separates the cache by it', async (template, text, cacheKeys) => {
  const rendered = await render(template);
  expect(rendered.text).toBe(text);
  expect(rendered.cacheKeys).toEqual(cacheKeys);
});

test('nobody has no identity and adds nothing to the key', async () => {
  expect(await render('{{ current_user_id() is none }}', { user: null })).toMatchObject({
    text: 'true',
    cacheKeys: [],
  });
});

test("[attack 31] a user called x' OR '1'='1 stays between the quotes", async () => {
  const user = { id: 1, username: "x' OR '1'='1", email: "o'hara@example.org", roles: [] };
  expect(await textOf("owner = '{{ current_username() }}' AND mail = '{{ current_user_email() }}'", { user })).toBe(
    "owner = 'x'' OR ''1''=''1' AND mail = 'o''hara@example.org'",
  );
});

test.each([
  ["{{ filter_values('country') | where_in }}", "('NZ', 'PE')"],
  ["{{ filter_values('city') | where_in }}", "('Lima')"],
  ["{{ filter_values('nothing') | where_in }}", '()'],
  ["{{ filter_values('nothing') | where_in(default_to_none=true) is none }}", 'true'],
  ["{{ filter_values('nothing', 'x')[0] }}", 'x'],
  ["{{ filter_values('empty') | length }}", '0'],
  ["{{ get_filters('country')[0].op }} {{ get_filters('country')[0].val[1] }}", 'IN PE'],
  ["{{ get_filters('gone')[0].op }}", 'IS NULL'],
  ["{{ get_filters('city')[0].val }}", 'Lima'],
])('%s reads filters: %s', async (template, text) => {
  expect(await textOf(template)).toBe(text);
});

test('a filter that the template takes over leaves the outer query and is still reported', async () => {
  expect(await render("{{ filter_values('country', remove_filter=true) | where_in }}")).toMatchObject({
    removedFilters: ['country'],
  });
});

test.each([
  ["{{ filter_values('country') }} {{ filter_values('nothing') }} {{ filter_values('empty') }}", ['country']],
  ["{{ get_filters('gone') }} {{ get_filters('gone', remove_filter=true) }}", ['gone']],
  [
    "{{ get_time_filter('shipped').time_range }} {{ get_time_filter().time_range }} {{ " +
      "get_time_filter('other').time_range }}",
    ['shipped'],
  ],
  ["{% if false %}{{ filter_values('country') }}{% endif %}", []],
])('%s reads the filters on %s', async (template, columns) => {
  expect((await render(template)).readFilters).toEqual(columns);
});

test('time bounds are written in the type of the column', async () => {
  expect(await textOf('{% set f = get_time_filter() %}{{ f.from_expr }} / {{ f.to_expr }} / {{ f.time_range }}')).toBe(
    "CAST('2024-01-01 00:00:00' AS TIMESTAMP) / CAST('2024-01-02 00:00:00' AS TIMESTAMP) / 2024-01-01 : 2024-01-02",
  );
  expect(await textOf("{{ get_time_filter('shipped').to_expr }}")).toBe("CAST('2024-01-08' AS DATE)");
  expect(await textOf("{{ get_time_filter('shipped', strftime='%Y/%m/%d').from_expr }}")).toBe("'2024/01/01'");
  expect(await textOf("{{ get_time_filter('other', default='Last day').time_range }}")).toBe('Last day');
  expect(await textOf('{{ from_dttm }}')).toBe('2024-01-01T00:00:00');
  expect(await textOf('{% if from_dttm %}yes{% else %}open{% endif %}', { timeRange: null })).toBe('open');
});

test('parameters and raw query values are variables', async () => {
  expect(await textOf("{{ region }} {{ row_limit }} {{ groupby[0] }} {{ ['a', 1, none] | where_in }}")).toBe(
    "EU 100 country ('a', 1, NULL)",
  );
});

test('a backslash dialect escapes backslashes too', async () => {
  expect(await textOf("{{ ['a\\\\\\\\b'] | where_in }}", { dialect: 'mysql' })).toBe(String.raw`('a\\\\b')`);
});

test('to_datetime reads texts and refuses what is no date', async () => {
  expect(
    await textOf("{{ '2024-02-29 10:11:12' | to_datetime }} {{ \"'05/06/2024'\" | to_datetime('%d/%m/%Y') }}"),
  ).toBe('2024-02-29 10:11:12 2024-06-05 00:00:00');
  await expect(render("{{ '2023-02-29' | to_datetime('%Y-%m-%d') }}")).rejects.toThrow('does not fit the format');
});

test('what a macro asks for is fetched and the template rendered again', async () => {
  const asked: Lookup[] = [];
  const lookUp = async (lookup: Lookup): Promise<LookupAnswer> => {
    asked.push(lookup);
    return { ok: true, value: lookup.kind === 'metric' ? 'SUM(x)' : '(SELECT 1) AS dataset_3' };
  };
  const { text } = await render(
    "SELECT {{ metric('revenue') }} FROM {{ dataset(3, include_metrics=true, columns=['a']) }}",
    {},
    lookUp,
  );
  expect(text).toBe('SELECT SUM(x) FROM (SELECT 1) AS dataset_3');
  expect(asked).toEqual([
    { kind: 'metric', key: 'revenue', datasetId: null },
    { kind: 'dataset', id: 3, includeMetrics: true, columns: ['a'] },
  ]);
});

test('a failed lookup gives its reason', async () => {
  await expect(render("{{ metric('nope') }}")).rejects.toThrow('no metric here');
});

test('partitions live below the name of their engine, and nowhere else', async () => {
  const lookUp = async (): Promise<LookupAnswer> => ({ ok: true, value: ['2024-01-02', '2024-01-01'] });
  expect(
    (
      await render(
        "{{ trino.latest_partition('s.t') }} {{ presto.latest_partitions('s.t')[1] }}",
        { dialect: 'trino' },
        lookUp,
      )
    ).text,
  ).toBe('2024-01-02 2024-01-01');
  await expect(render("{{ trino.latest_partition('s.t') }}", {}, lookUp)).rejects.toThrow(AppError);
});

test('names that nothing defines are reported by name', async () => {
  const error = await render('{{ my_param }} {{ region }}').catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'template_missing_params', status: 400, type: 'MISSING_TEMPLATE_PARAMS_ERROR' });
  expect((error as Error).message).toContain('my_param');
  expect((error as Error).message).not.toContain('region');
  await expect(
    render("{{ region }} {{ mine }} {% if other.part | upper is startingwith('x') %}{% endif %}"),
  ).rejects.toThrow(/no value: mine, other$/);
});

test.each([
  '{{ process }}',
  '{{ process.env }}',
  '{{ globalThis }}',
  '{{ require("fs") }}',
  '{{ __class__ }}',
  '{{ "".__class__ }}',
  '{{ "".constructor.constructor("return 1")() }}',
  '{{ current_user_id.constructor }}',
  '{{ region.__proto__ }}',
  '{{ self }}',
  '{{ config }}',
  '{% include "x" %}',
  '{% import "x" as y %}',
  '{{ get_filters.__globals__ }}',
  '{{ [].__init__ }}',
  '{{ filter_values.constructor("return process")() }}',
])('[attack 34] %s finds no such name', async (template) => {
  await expect(render(template)).rejects.toMatchObject({ status: 400 });
});

test.each([
  ['{% for i in range(100000) %}x{% endfor %}', /steps|took longer/],
  ['{% for i in range(10000) %}{% for j in range(10000) %}{% endfor %}{% endfor %}', /steps|took longer/],
  ["{{ 'x' * 1000000000 }}", /memory|took longer/],
  ["{{ 'x' * 2000000 }}", /longer than 1000000 characters/],
])('[attack 34] %s meets a limit, and the next template works', async (template, reason) => {
  await expect(render(template)).rejects.toMatchObject({
    code: 'template_limit',
    message: expect.stringMatching(reason),
  });
  expect(await textOf('{{ 1 + 1 }}')).toBe('2');
});

test('many at once each get their own answer', async () => {
  const texts = await Promise.all(
    Array.from({ length: 50 }, (_, index) => textOf('{{ n }}', { params: { n: index } })),
  );
  expect(texts).toEqual(Array.from({ length: 50 }, (_, index) => String(index)));
});

test.each(['ana\u{F0000}\u{F0001}@example.org', 'ana\u{F0001}@example.org', '\u{F0000}'])(
  'the address %j is printed as it is',
  async (email) => {
    const asked = { user: { id: 8, username: 'bo', email, roles: [] } };
    expect(await render("mail = '{{ current_user_email() }}'", asked)).toMatchObject({
      text: `mail = '${email}'`,
      cacheKeys: [email],
      outputs: [],
    });
    // In a followed template such characters could be taken for marks: it is refused rather than printed without them.
    const followed = (text: string) => templates.render(text, { ...data, ...asked }, noLookup, { isFollowed: true });
    await expect(followed("mail = '{{ current_user_email() }}'")).rejects.toThrow('cannot be followed');
    expect((await followed('SELECT {{ 1 }}')).text).toBe('SELECT 1');
  },
);

test('a bound that no time range gave says where it comes from', () => {
  expect(new AppError('template_missing_params', { names: 'to_dttm' }).message).toBe(
    'The template uses parameters that have no value: to_dttm. A time range gives them theirs.',
  );
  expect(new AppError('template_missing_params', { names: 'from_dttm_of_mine' }).message).toBe(
    'The template uses parameters that have no value: from_dttm_of_mine',
  );
});

test('what nobody waits for any more is not begun, and slots go round between users', async () => {
  const gone = new AbortController();
  setMaxListeners(0, gone.signal); // as that of a request with many queries
  const left = Array.from({ length: 20 }, (_, index) =>
    templates.render(`{{ ${index} }}`, data, noLookup, { signal: gone.signal }).catch((error: unknown) => error),
  );
  const order: string[] = [];
  const asked = [...Array.from({ length: 20 }, () => 7), 8].map(async (id) => {
    await templates.render('{{ 1 }}', { ...data, user: { id, username: String(id), email: '', roles: [] } }, noLookup);
    order.push(String(id));
  });
  gone.abort();
  expect((await Promise.all(left)).slice(1)).toEqual(
    Array.from({ length: 19 }, () => expect.objectContaining({ code: 'query_cancelled' })),
  );
  await Promise.all(asked);
  expect(order.indexOf('8')).toBeLessThan(3);
});

test('what cannot be copied to the thread fails alone, and nothing of it waits on', async () => {
  const own = createTemplateRenderer({ scriptFolder: builtServer, timeLimitMs: 60_000 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  expect((await own.render('{{ region }}', data, noLookup)).text).toBe('EU');
  await expect(own.render('{{ region }}', { ...data, params: { region: () => 'EU' } }, noLookup)).rejects.toThrow(
    'could not be cloned',
  );
  expect(vi.getTimerCount()).toBe(0);
  expect((await own.render('{{ region }}', data, noLookup)).text).toBe('EU');
  await own.close();
});

test('the time in which the engine is loaded is none of a template', async () => {
  const real = pathToFileURL(join(builtServer, 'template-worker.mjs'));
  const scriptFolder = mkdtempSync(join(tmpdir(), 'tessera-template-'));
  // As on a machine that is busy.
  writeFileSync(
    join(scriptFolder, 'template-worker.mjs'),
    `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500);\nawait import(${JSON.stringify(real.href)});`,
  );
  const own = createTemplateRenderer({ scriptFolder, timeLimitMs: 2000 });
  onTestFinished(async () => {
    await own.close();
    rmSync(scriptFolder, { recursive: true });
  });
  expect((await own.render('{{ region }}', data, noLookup)).text).toBe('EU');
});

test('what cannot be read is reported with its line and the place in it, without a frame', async () => {
  const error = await render('SUM(a) +\n  {{ b').catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'template_invalid' });
  expect(String(error).split('\n').slice(1)).toEqual([
    '   1 | SUM(a) +',
    '   2 >   {{ b',
    '            ^ syntax error',
  ]);
  await expect(render('{% if %}')).rejects.toThrow(/^[^-~]+$/);
});
