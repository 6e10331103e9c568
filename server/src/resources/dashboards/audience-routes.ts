import { Type } from 'typebox';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { KeyParams } from '../item-shapes.ts';
import { AudienceBody, SeenByBody } from './schema.ts';
import type { DashboardService } from './service.ts';

const tags = ['Dashboard'];
const write = { permission: 'can_write Dashboard' } as const;
const PersonParams = Type.Object({
  ...KeyParams.properties,
  user: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
});

/** `/dashboard/{key}/audience`: who a dashboard is open to, and what one of them sees, for who may edit it. */
export function audienceRoutes(dashboards: DashboardService): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/dashboard/:key/audience', {
      config: write,
      schema: {
        summary: 'Who a dashboard is open to',
        tags,
        params: KeyParams,
        response: { 200: Type.Object({ result: AudienceBody }), ...errorResponses },
      },
      handler: async (request) => ({ result: await dashboards.audience(request.principal, request.params.key) }),
    });

    app.get('/dashboard/:key/audience/:user', {
      config: write,
      schema: {
        summary: 'What a user sees of a dashboard',
        tags,
        params: PersonParams,
        response: { 200: Type.Object({ result: SeenByBody }), ...errorResponses },
      },
      handler: async (request) => ({
        result: await dashboards.seenBy(request.principal, request.params.key, request.params.user),
      }),
    });
  };
}
