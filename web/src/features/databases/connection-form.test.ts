import { expect, test } from 'vitest';
import { secretMask, type ConnectionField } from '../../api/databases.ts';
import { emptyForm, inputOf, missingFields, savedForm } from './connection-form.ts';

const field = (name: string, more: Partial<ConnectionField> = {}): ConnectionField => ({ name, label: name, kind: 'text', required: false, hint: null, placeholder: null, default: null, choices: [], secret: false, target: false, ...more });
const fields = [field('host', { required: true, target: true }), field('port', { kind: 'integer', default: 5432 }), field('password', { secret: true, kind: 'password' })];
const engine = { name: 'PostgreSQL', engine: 'postgresql', preferred: true, fields };
const saved = { id: 7, database_name: 'shop', engine: 'postgresql', parameters: { host: 'db', port: 5433, password: secretMask }, expose_in_sqllab: true, cache_timeout: null, version: 2 };

test('a secret that was not typed again is left out, so that it stays', () => {
  expect(inputOf(savedForm(saved), fields, 7).parameters).toEqual({ host: 'db', port: 5433 });
});

test('a new secret is sent', () => {
  const form = { ...savedForm(saved), values: { ...saved.parameters, password: 'new' } };
  expect(inputOf(form, fields, 7).parameters['password']).toBe('new');
});

test('required fields that are empty are named', () => {
  expect(missingFields(emptyForm(engine, null), fields, null)).toEqual(['Name', 'host']);
});

test('changing the kind keeps the host and takes the port of the new kind', () => {
  const before = { ...savedForm(saved) };
  expect(emptyForm({ ...engine, engine: 'other', fields: [field('host'), field('port', { default: 9000 })] }, before).values).toEqual({ host: 'db', port: 9000 });
});
