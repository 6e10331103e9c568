import { afterEach, expect, test } from 'vitest';
import { setLanguage, translate } from '@tessera/core/messages';
import { asWords, errorFromBody, readWords, timeoutError } from './api-error.ts';

afterEach(() => setLanguage(translate()));

const header = (words: unknown) => encodeURIComponent(JSON.stringify(words));

test('the words of an error are said in the language of the page, in either shape of its body', () => {
  setLanguage(
    translate({
      locale: 'de',
      sentences: {
        'Columns missing in dataset: %(columns)s': 'Im Datensatz fehlt: %(columns)s',
        'Too short': 'Zu kurz',
      },
    }),
  );
  const words = readWords(header({ id: 'Columns missing in dataset: %(columns)s', params: { columns: 'größe' } }));
  const message = 'Columns missing in dataset: größe';
  expect(errorFromBody(400, { message }, null, { words }).message).toBe('Im Datensatz fehlt: größe');
  expect(errorFromBody(400, { errors: [{ message }] }, null, { words }).message).toBe('Im Datensatz fehlt: größe');
  const fields = readWords(
    header([{ id: '%(field)s: %(complaints)s', params: { field: 'password', complaints: [{ id: 'Too short' }] } }]),
  );
  expect(errorFromBody(400, { message: { password: ['Too short'] } }, null, { words: fields }).fields).toEqual({
    password: ['Zu kurz'],
  });
});

test('words that cannot be read leave the text of the body', () => {
  for (const given of ['%E0%A4%A', '{"id":1}', header({ id: 5 }), header({ id: 'x', params: { a: {} } }), ''])
    expect(readWords(given)).toBeNull();
  expect(readWords(null)).toBeNull();
  expect(asWords(undefined)).toBeNull();
  expect(errorFromBody(400, { message: 'no' }, null, { words: readWords('x') }).message).toBe('no');
});

test('[8.2-05] an errors list gives its first message, type and extra', () => {
  const body = {
    errors: [
      { message: 'No such column', error_type: 'COLUMN_DOES_NOT_EXIST_ERROR', extra: { link: '/help' } },
      { message: 'second' },
    ],
  };
  const error = errorFromBody(400, body, 'r1');
  expect([error.message, error.code, error.errors[0]?.extra['link'], error.requestId]).toEqual([
    'No such column',
    'COLUMN_DOES_NOT_EXIST_ERROR',
    '/help',
    'r1',
  ]);
});

test('complaints by field reach the form that was sent', () => {
  const error = errorFromBody(
    400,
    { message: { password: ['Shorter than minimum length 8.'], json_metadata: 'bad' } },
    null,
  );
  expect(error.fields).toEqual({ password: ['Shorter than minimum length 8.'], json_metadata: ['bad'] });
  expect(error.message).toContain('Shorter than minimum length 8.');
});

test('a place in the text that was sent is read from either shape; one in another text is none', () => {
  const extra = { position: { line: 2, column: 5 } };
  const elsewhere = { position: { ...extra.position, in: 'query' } };
  expect(errorFromBody(400, { message: 'Error: no', extra }, null).place).toEqual({ line: 2, column: 5 });
  expect(errorFromBody(400, { errors: [{ message: 'no', extra }] }, null).place).toEqual({ line: 2, column: 5 });
  expect(errorFromBody(400, { message: 'no', extra: { position: { line: 3, column: null } } }, null).place).toEqual({
    line: 3,
    column: null,
  });
  expect([
    errorFromBody(400, { message: 'no', extra: elsewhere }, null).place,
    errorFromBody(400, { message: 'no' }, null).place,
  ]).toEqual([null, null]);
});

test('[8.2-04] users read that the session timed out, and nothing of CSRF', () => {
  expect(errorFromBody(400, { errors: [{ message: 'The CSRF token is missing.' }] }, null).message).toBe(
    'Your session timed out. Sign in again and repeat what you did.',
  );
});

test.each([
  [403, 'Forbidden'],
  [502, 'Bad gateway'],
  [418, 'Unknown error'],
])('[8.1-01] an answer %i without a sentence says "%s"', (status, text) => {
  expect(errorFromBody(status, '<html>', null).message).toBe(text);
  expect(errorFromBody(status, null, null).message).toBe(text);
});

test('[8.2-01] a timeout has its text and its two hints', () => {
  const error = timeoutError();
  expect([error.message, ...error.errors.map(({ message }) => message)]).toEqual([
    'Request timed out',
    'Issue 1000 - The dataset is too large to query.',
    'Issue 1001 - The database is under an unusual load.',
  ]);
});
