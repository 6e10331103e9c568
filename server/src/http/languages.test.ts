import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { errorBody, errorWords } from './error-body.ts';
import { createLanguages } from './languages.ts';

function germanFiles() {
  const file = join(mkdtempSync(join(tmpdir(), 'tessera-messages-')), 'de.json');
  const sentences = { 'Not found': 'Nicht gefunden', 'Try again in %(seconds)s s.': 'Erneut in %(seconds)s s.' };
  writeFileSync(file, JSON.stringify({ locale: 'de', sentences }));
  return new Map([['/messages/de.json', { file, type: 'application/json', immutable: false }]]);
}

test('each request has the language of its reader, and numbers as that reader writes them', () => {
  const languages = createLanguages(germanFiles());
  const told = ['de-CH,de;q=0.9', 'en-US', 'fr;q=0.5, de;q=0.8', undefined, '*;;q=x'].map((header) => {
    const { language, t, number } = languages.of(header);
    return [language, t('Not found'), number(1234.5)];
  });
  expect(told).toEqual([
    ['de', 'Nicht gefunden', expect.stringMatching(/^1.234\.5$/)],
    ['en', 'Not found', '1,234.5'],
    ['de', 'Nicht gefunden', '1.234,5'],
    ['en', 'Not found', '1,234.5'],
    ['en', 'Not found', '1,234.5'],
  ]);
});

test('an error says itself in the language of the reader, and carries its sentence and parameters', () => {
  const german = createLanguages(germanFiles()).of('de');
  const error = new AppError('invalid_object', { reason: message('Try again in %(seconds)s s.', { seconds: 5 }) });
  expect([error.message, errorBody(error, 'message'), errorBody(error, 'message', german)]).toEqual([
    'Try again in 5 s.',
    { message: 'Try again in 5 s.' },
    { message: 'Erneut in 5 s.' },
  ]);
  expect(JSON.parse(decodeURIComponent(errorWords(error) ?? ''))).toEqual({
    id: 'Try again in %(seconds)s s.',
    params: { seconds: 5 },
  });
});

test('words that would make the headers larger than proxies take stay out of them', () => {
  const wordsOf = (reason: string) => errorWords(new AppError('invalid_rison', { reason }));
  expect(wordsOf('ж'.repeat(200))).not.toBeNull();
  expect(wordsOf('ж'.repeat(400))).toBeNull();
  expect(wordsOf('\r\nSet-Cookie: a=b\u0000\ud800')).toMatch(/^[\w%.()*!'~-]+$/);
});
