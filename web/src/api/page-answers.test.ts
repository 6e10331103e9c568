import { expect, test } from 'vitest';
import { readPageAnswers } from './page-answers.ts';

test('answers are read by address, with their ETag and their status', () => {
  const answers = readPageAnswers(
    '{"/api/v1/me/roles/":["{\\"result\\":1}",null],"/api/v1/dashboard/3":["{}","\\"7\\""],' +
      '"/api/v1/setup":["{}",null,404]}',
  );
  expect([...answers]).toEqual([
    ['/api/v1/me/roles/', { body: '{"result":1}', etag: null, status: 200 }],
    ['/api/v1/dashboard/3', { body: '{}', etag: '"7"', status: 200 }],
    ['/api/v1/setup', { body: '{}', etag: null, status: 404 }],
  ]);
});

test.each(['', '__ANSWERS__', 'null', '[]', '{"/a":1}', '{"/a":[1]}'])('%s gives none', (content) => {
  expect(readPageAnswers(content).size).toBe(0);
});
