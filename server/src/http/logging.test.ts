import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import { loggerOptions } from './logging.ts';

test('an error is logged with what lies behind it, and without the passwords there', () => {
  const lines: string[] = [];
  const app = Fastify(loggerOptions('info', { write: (line: string) => void lines.push(line) }));
  const refused = Object.assign(new Error('connect ECONNREFUSED postgres://tessera:canary@db/meta\nforged'), {
    code: 'ECONNREFUSED',
  });
  const lost = new Error('no connection', { cause: refused });
  app.log.warn({ err: new AppError('unavailable', { reason: 'It is away.' }, { cause: lost }) }, 'not ready');
  const [line = '{}', ...more] = lines;
  expect(more).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({
    err: {
      message: 'It is away.',
      causes: [
        { message: 'no connection' },
        { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED postgres://tessera:[hidden]@db/meta\\u000aforged' },
      ],
    },
  });
  lost.cause = lost; // one that lies behind itself ends too
  app.log.warn({ err: lost }, 'again');
  expect(
    (JSON.parse(lines[1] ?? '{}') as { readonly err: { readonly causes: readonly unknown[] } }).err.causes,
  ).toHaveLength(5);
});
