import { Type } from 'typebox';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { MessageBody } from '../../http/list-resource.ts';
import { KeyParams } from '../item-shapes.ts';
import type { Guests } from './guests.ts';
import { EmbeddingBody, EmbeddingItem, GuestTokenAnswer, GuestTokenBody } from './schema.ts';
import type { EmbeddingService } from './service.ts';

const tags = ['Embedded dashboard'];
const Result = Type.Object({ result: EmbeddingItem });

/** Embeddings of dashboards, and the tokens of their guests. */
export function embeddingRoutes(
  embeddings: EmbeddingService,
  guests: Pick<Guests, 'issue'>,
): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/dashboard/:key/embedded', {
      config: { permission: 'can_read Dashboard' },
      schema: {
        summary: 'How a dashboard is embedded',
        tags,
        params: KeyParams,
        response: { 200: Result, ...errorResponses },
      },
      handler: async (request) => ({ result: await embeddings.read(request.principal, request.params.key) }),
    });

    for (const method of ['POST', 'PUT'] as const) {
      app.route({
        method,
        url: '/dashboard/:key/embedded',
        config: { permission: 'can_write Dashboard' },
        schema: {
          summary: 'Let other sites show a dashboard to their guests',
          tags,
          params: KeyParams,
          body: EmbeddingBody,
          response: { 200: Result, ...errorResponses },
        },
        handler: async (request) => ({
          result: await embeddings.write(request.principal, request.params.key, request.body),
        }),
      });
    }

    app.delete('/dashboard/:key/embedded', {
      config: { permission: 'can_write Dashboard' },
      schema: {
        summary: 'Close a dashboard to guests',
        tags,
        params: KeyParams,
        response: { 200: MessageBody, ...errorResponses },
      },
      handler: async (request) => {
        await embeddings.remove(request.principal, request.params.key);
        return { message: 'OK' };
      },
    });

    app.get('/embedded_dashboard/:uuid', {
      config: { permission: 'can_read Dashboard' },
      schema: {
        summary: 'An embedding by its uuid',
        tags,
        params: Type.Object({ uuid: Type.String({ maxLength: 64 }) }),
        response: { 200: Result, ...errorResponses },
      },
      handler: async (request) => ({
        result: await embeddings.byUuid(request.principal, request.params.uuid.toLowerCase()),
      }),
    });

    app.post('/security/guest_token/', {
      config: { permission: 'can_grant_guest_token SecurityRestApi', audited: 'guest_token_given' },
      schema: {
        summary: 'A token by which a guest of another site sees dashboards',
        tags,
        body: GuestTokenBody,
        response: { 200: GuestTokenAnswer, ...errorResponses },
      },
      handler: async (request) => ({ token: await guests.issue(request.principal, request.body) }),
    });
  };
}
