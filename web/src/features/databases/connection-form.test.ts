import { expect, test } from 'vitest';
import { secretMask, type ConnectionField } from '../../api/databases.ts';
import {
  emptyForm,
  inputOf,
  isRare,
  mergeForms,
  missingFields,
  missingToConnect,
  savedForm,
  secretReason,
  templateProblem,
  testInputOf,
} from './connection-form.ts';

const field = (name: string, more: Partial<ConnectionField> = {}): ConnectionField => ({
  name,
  label: name,
  kind: 'text',
  required: false,
  hint: null,
  placeholder: null,
  default: null,
  choices: [],
  secret: false,
  target: false,
  ...more,
});
const password = field('password', { secret: true, kind: 'password' });
const fields = [
  field('host', { required: true, target: true }),
  field('port', { kind: 'integer', default: 5432, target: true, required: true }),
  field('schema'),
  password,
];
const engine = { name: 'PostgreSQL', engine: 'postgresql', engine_information: {}, preferred: true, fields };
const saved = {
  id: 7,
  database_name: 'shop',
  engine: 'postgresql',
  parameters: { host: 'db', port: 5433, password: secretMask },
  engine_information: {},
  expose_in_sqllab: true,
  allow_dml: false,
  allow_ctas: false,
  allow_cvas: false,
  allow_run_async: false,
  force_ctas_schema: null,
  allows_cost_estimate: false,
  cost_threshold: null,
  instant_preview: false,
  disable_data_preview: false,
  cache_timeout: null,
  extra: '{"allow_multi_catalog":true,"concurrency":4}',
  version: 2,
};
const changed = (values: Readonly<Record<string, string | number>>) => ({
  ...savedForm(saved),
  values: { ...saved.parameters, ...values },
});

test('a secret that was not typed again is left out, so that it stays', () => {
  expect(inputOf(changed({ schema: 'sales' }), fields, saved).parameters).toEqual({
    host: 'db',
    port: 5433,
    schema: 'sales',
  });
  expect(inputOf(changed({ schema: 'sales', password: '' }), fields, saved).parameters).not.toHaveProperty('password');
});

test('a new secret is sent', () => {
  expect(inputOf(changed({ password: 'new' }), fields, saved).parameters?.['password']).toBe('new');
});

test('a new name alone sends no connection, so that it can be saved while the database is down', () => {
  expect(inputOf({ ...savedForm(saved), name: 'store' }, fields, saved)).toEqual({
    id: 7,
    database_name: 'store',
    cache_timeout: null,
  });
});

test('another host asks for the password again, as it was saved for the first one', () => {
  const moved = changed({ host: 'other' });
  expect(secretReason(password, moved, fields, saved)).toBe('Type it again, because this changed: host.');
  expect(missingFields(moved, fields, saved)).toEqual(['password']);
  expect(missingFields(changed({ host: 'other', password: 'again' }), fields, saved)).toEqual([]);
  expect(missingFields(changed({ schema: 'sales' }), fields, saved)).toEqual([]);
});

test('required fields that are empty are named', () => {
  expect(missingFields(emptyForm(engine, null), fields, null)).toEqual(['Name', 'host']);
});

test('a test of the connection needs no name, and sends none', () => {
  const unnamed = { ...emptyForm(engine, null), values: { host: 'db', port: 5432 } };
  expect([missingToConnect(unnamed, fields, null), missingFields(unnamed, fields, null)]).toEqual([[], ['Name']]);
  expect(missingToConnect(emptyForm(engine, null), fields, null)).toEqual(['host']);
  expect(testInputOf(unnamed, fields, null)).toEqual({
    engine: 'postgresql',
    parameters: { host: 'db', port: 5432, schema: null, password: null },
    cache_timeout: null,
  });
});

test('changing the kind keeps the host and takes the port and the encryption of the new kind', () => {
  const other = [
    field('host'),
    field('port', { default: 9000 }),
    field('sslmode', { kind: 'select', default: 'verify-full' }),
  ];
  expect(emptyForm({ ...engine, engine: 'other', fields: other }, changed({ sslmode: 'prefer' })).values).toEqual({
    host: 'db',
    port: 9000,
    sslmode: 'verify-full',
  });
});

test('two users change one connection: what only one touched is merged from both', () => {
  const base = savedForm(saved);
  const mine = changed({ schema: 'sales', port: 1 });
  const theirs = { ...changed({ port: 2 }), cacheTimeout: 60 };
  const { form, clashes } = mergeForms(base, mine, theirs, fields);
  expect([form.values, form.cacheTimeout]).toEqual([
    { host: 'db', port: 1, schema: 'sales', password: secretMask },
    60,
  ]);
  expect(clashes).toEqual([{ label: 'port', theirs: '2' }]);
  expect(mergeForms(base, base, theirs, fields).clashes).toEqual([]);
});

test('what is rarely touched is listed by its description', () => {
  expect(fields.filter(isRare).map(({ name }) => name)).toEqual(['schema']);
});

test('queries at once and values for templates go beside the settings that the form does not show', () => {
  const form = savedForm(saved);
  expect([form.concurrency, form.templateValues]).toEqual([4, '']);
  expect(inputOf({ ...form, name: 'store' }, fields, saved)).not.toHaveProperty('extra');
  const extraOf = (change: Partial<typeof form>) => inputOf({ ...form, ...change }, fields, saved).extra;
  expect(extraOf({ concurrency: null })).toBe('{"allow_multi_catalog":true}');
  expect(extraOf({ templateValues: ' {"region": "EU", "id": 9007199254740993} ' })).toBe(
    '{"allow_multi_catalog":true,"concurrency":4,"template_params":{"region":"EU","id":9007199254740993}}',
  );
  const withValues = { ...saved, extra: '{"template_params":{"id":9007199254740993}}' };
  expect(savedForm(withValues).templateValues).toBe('{"id":9007199254740993}');
  expect(inputOf({ ...savedForm(withValues), templateValues: '' }, fields, withValues).extra).toBe('{}');
});

test('values for templates are a JSON object or nothing', () => {
  expect(['', ' ', '{}', '{"a": [1]}'].map((templateValues) => templateProblem({ templateValues }))).toEqual([
    null,
    null,
    null,
    null,
  ]);
  for (const templateValues of ['[1]', '"a"', '{a: 1}', '7'])
    expect(templateProblem({ templateValues })).toContain('JSON object');
});

test('what another user set for templates comes into the form', () => {
  const theirs = savedForm({ ...saved, extra: '{"template_params":{"region":"EU"}}' });
  const { form, clashes } = mergeForms(savedForm(saved), { ...savedForm(saved), concurrency: 2 }, theirs, fields);
  expect([form.templateValues, form.concurrency]).toEqual(['{"region":"EU"}', 2]);
  expect(clashes).toEqual([{ label: 'Queries at once', theirs: '' }]);
});

test('what the SQL editor may do is sent where it differs, beside the settings that the form does not show', () => {
  const form = savedForm(saved);
  const sent = inputOf(
    { ...form, editor: { ...form.editor, allowsDml: true, ctasSchema: ' scratch ' } },
    fields,
    saved,
  );
  expect(sent).toEqual({
    id: 7,
    database_name: 'shop',
    allow_dml: true,
    force_ctas_schema: 'scratch',
    cache_timeout: null,
  });
  const settings = { ...form.editor, previewsInstantly: true, previewsData: false, costThreshold: 1000 };
  expect(JSON.parse(inputOf({ ...form, editor: settings }, fields, saved).extra ?? '')).toEqual({
    allow_multi_catalog: true,
    concurrency: 4,
    instant_preview: true,
    disable_data_preview: true,
    cost_threshold: 1000,
  });
  const off = { ...saved, extra: '{"disable_data_preview":true}', disable_data_preview: true };
  expect(
    inputOf({ ...savedForm(off), editor: { ...savedForm(off).editor, previewsData: true } }, fields, off).extra,
  ).toBe('{}');
});

test('rows while users type are shown by the embedded engine, and by others only where somebody says so', () => {
  const embedded = { ...engine, engine: 'duckdb' };
  expect(emptyForm(embedded, null).editor.previewsInstantly).toBe(true);
  const chosen = { ...emptyForm(embedded, null), editor: { ...emptyForm(embedded, null).editor, allowsCtas: true } };
  expect(emptyForm(engine, chosen).editor).toMatchObject({ previewsInstantly: false, allowsCtas: true });
  expect(inputOf(emptyForm(engine, null), fields, null)).not.toHaveProperty('extra');
});

test('what two users say of the SQL editor is merged setting by setting', () => {
  const base = savedForm(saved);
  const mine = { ...base, editor: { ...base.editor, allowsDml: true, ctasSchema: 'mine' } };
  const theirs = { ...base, editor: { ...base.editor, runsAsync: true, ctasSchema: 'theirs' } };
  const { form, clashes } = mergeForms(base, mine, theirs, fields);
  expect(form.editor).toMatchObject({ allowsDml: true, runsAsync: true, ctasSchema: 'mine' });
  expect(clashes).toEqual([{ label: 'Schema for new tables and views', theirs: 'theirs' }]);
});
