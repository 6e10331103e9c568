import { Type } from 'typebox';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { KeyParams } from '../item-shapes.ts';
import { DashboardSaved, VersionBody, VersionRow } from './schema.ts';
import type { DashboardService } from './service.ts';

const tags = ['Dashboard'];
const write = { permission: 'can_write Dashboard' } as const;
const VersionParams = Type.Object({
  ...KeyParams.properties,
  version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
});

/** `/dashboard/{key}/versions`: what was saved, read and restored by who may edit. */
export function versionRoutes(dashboards: DashboardService): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/dashboard/:key/versions', {
      config: write,
      schema: {
        summary: 'What a dashboard was at each save, the newest first',
        tags,
        params: KeyParams,
        response: { 200: Type.Object({ result: Type.Array(VersionRow) }), ...errorResponses },
      },
      handler: async (request) => ({
        result: [...(await dashboards.versions(request.principal, request.params.key))],
      }),
    });

    app.get('/dashboard/:key/versions/:version', {
      config: write,
      schema: {
        summary: 'One version of a dashboard',
        tags,
        params: VersionParams,
        response: { 200: Type.Object({ result: VersionBody }), ...errorResponses },
      },
      handler: async (request) => ({
        result: await dashboards.readVersion(request.principal, request.params.key, request.params.version),
      }),
    });

    app.post('/dashboard/:key/versions/:version/restore', {
      config: write,
      schema: {
        summary: 'Make a version of a dashboard the newest',
        tags,
        params: VersionParams,
        response: { 200: DashboardSaved, ...errorResponses },
      },
      handler: async (request, reply) => {
        const { savedAt, version, result, id } = await dashboards.restore(
          request.principal,
          request.params.key,
          request.params.version,
          request.headers['if-match'],
        );
        return reply.header('ETag', `"${version}"`).send({ id, result, version, last_modified_time: savedAt });
      },
    });
  };
}
