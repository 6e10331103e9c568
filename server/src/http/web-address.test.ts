import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { validatorCompiler } from './validation.ts';
import { PageAddress, WebAddress } from './web-address.ts';

const Body = Type.Object({ web: Type.Optional(WebAddress), page: Type.Optional(PageAddress) });

const wrong = {
  web: 'Must be an address that begins with http:// or https://.',
  page: 'Must be an address that begins with http:// or https://, or a path of this server that begins with /.',
};

function complaints(value: object): unknown {
  const verdict = validatorCompiler({ schema: Body, method: 'POST', url: '/', httpPart: 'body' })(value);
  const error = typeof verdict === 'object' && 'error' in verdict ? verdict.error : null;
  return error instanceof AppError && isAppError(error, 'invalid_fields') ? error.params.fields : null;
}

test.each([
  'https://example.com/a?b=1#c',
  'HTTP://EXAMPLE.com',
  'http://10.0.0.1:8080/x',
  'https://é.example/ü',
  '',
  null,
])('%j is an address of the web', (text) => {
  expect(complaints({ web: text, page: text })).toBeNull();
});

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://example.com',
  'mailto:a@example.com',
  'blob:https://example.com/x',
  'https:',
  'https://',
  'http:///x',
  'https:example.com',
  'https:\\\\evil.example',
  'https://exa mple.com',
  'http://[x',
  'example.com',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  'https://example.com/\nx',
  '#x',
  'chart/list',
])('%j is refused, in words', (text) => {
  expect(complaints({ web: text, page: text })).toEqual({ web: [wrong.web], page: [wrong.page] });
});

test('a path of this server is a page and no address of the web', () => {
  expect(complaints({ page: '/tessera/dashboard/1/?x=1' })).toBeNull();
  expect(complaints({ web: '/tessera/dashboard/1/' })).toEqual({ web: [wrong.web] });
});
