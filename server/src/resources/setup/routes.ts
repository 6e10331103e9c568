import { AppError } from '@tessera/core/errors/app-error';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { setSession } from '../security/cookies.ts';
import type { Sessions } from '../security/sessions.ts';
import { namesGiven } from './names.ts';
import { SetupBody, SetupOpenBody, SetupPost } from './schema.ts';
import type { SetupService } from './service.ts';

const tags = ['Setup'];

/** The page behind the one-use link. Once there is an administrator these addresses are gone. */
export function setupRoutes(setup: SetupService, sessions: Sessions): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/setup', {
      config: { permission: 'public', identity: 'unasked' },
      schema: {
        summary: 'Whether the first administrator is still to be made',
        tags,
        response: { 200: SetupOpenBody, ...errorResponses },
      },
      handler: async () => {
        if (await setup.isDone()) throw new AppError('not_found', {});
        return { result: { open: true } };
      },
    });

    app.post('/setup', {
      config: { permission: 'public', csrf: 'exempt', writes: true, audited: 'setup_link_used' },
      schema: {
        summary: 'Make the first administrator and sign in',
        tags,
        body: SetupPost,
        response: { 201: SetupBody, ...errorResponses },
      },
      handler: async (request, reply) => {
        const { token, ...account } = request.body;
        const id = await setup.complete(token, {
          ...account,
          ...namesGiven(account.username, account.first_name ?? null, account.last_name ?? null),
        });
        setSession(request, reply, await sessions.begin(id), sessions);
        return reply.code(201).send({ message: 'OK' });
      },
    });
  };
}
