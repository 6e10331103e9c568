import { Type } from 'typebox';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import type { App, Drain } from './app-types.ts';
import { ErrorBody } from './error-body.ts';

/** What readiness means: each answers within a moment, or says by its error why the server cannot work. */
export type ReadinessCheck = () => Promise<void>;

const READY_MS = 2000;

/** `/health`: the process lives. `/ready`: it can serve, and goes on to. */
export function registerProbes(
  app: App,
  checks: readonly ReadinessCheck[],
  { isDraining }: Pick<Drain, 'isDraining'>,
): void {
  const config = { permission: 'public', identity: 'unasked' } as const;
  let checking: Promise<unknown> | null = null;
  /** Whoever asks while it is found out hears the same: probes of a server that is stuck do not pile up. */
  const check = (): Promise<unknown> =>
    (checking ??= Promise.all(checks.map((one) => one())).finally(() => (checking = null)));
  app.get(
    '/health',
    {
      config,
      logLevel: 'silent',
      schema: { summary: 'Whether the process lives', tags: ['Operation'], response: { 200: Type.String() } },
    },
    async (_, reply) => {
      void reply.type('text/plain; charset=utf-8').serializer(String);
      return 'OK';
    },
  );
  app.get(
    '/ready',
    {
      config,
      logLevel: 'silent',
      schema: {
        summary: 'Whether it can serve',
        tags: ['Operation'],
        response: { 200: Type.String(), 503: ErrorBody },
      },
    },
    async (request, reply) => {
      if (isDraining()) throw new AppError('unavailable', { reason: message('The server is stopping.') });
      try {
        await within(READY_MS, check());
      } catch (error) {
        request.log.warn({ err: error }, 'not ready');
        // The reason is in the log; strangers may ask here.
        throw error instanceof AppError && error.code === 'unavailable'
          ? error
          : new AppError(
              'unavailable',
              { reason: message('The metadata database cannot be reached or written.') },
              { cause: error },
            );
      }
      void reply.type('text/plain; charset=utf-8').serializer(String);
      return 'OK';
    },
  );
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
