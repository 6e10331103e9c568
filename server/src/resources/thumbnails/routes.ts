import { chartHref } from '@tessera/core/pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { signalOf } from '../../http/request-parts.ts';
import { IdParams } from '../item-shapes.ts';
import { ScreenshotBody, ThumbnailParams, ThumbnailQuery } from './schema.ts';
import type { ThumbnailService } from './service.ts';

const tags = ['Chart'];
const Png = Type.Unsafe<Buffer>(Type.String({ format: 'binary' }));

/** Small pictures of charts, drawn without a browser, for lists and for clients of the reference. */
export function thumbnailRoutes(thumbnails: ThumbnailService): (app: App) => Promise<void> {
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { id, digest, mode }: { readonly id: number; readonly digest: string; readonly mode: 'light' | 'dark' },
  ) => {
    const { principal, translator } = request;
    const found = await thumbnails.read(principal, { chartId: id, digest, mode, translator }, signalOf(reply));
    if (found.kind === 'moved')
      return reply.redirect(`/api/v1/chart/${id}/thumbnail/${found.digest}/?mode=${mode}`, 302);
    if (found.kind === 'none') return reply.code(204).send(null);
    // Of this reader alone, and not for long: rows and rights change.
    return reply
      .header('content-type', 'image/png')
      .header('cache-control', 'private, max-age=300')
      .header('vary', 'cookie, authorization')
      .send(found.png);
  };

  return async (app) => {
    for (const [name, summary] of [
      ['thumbnail', 'A small picture of a chart'],
      ['screenshot', 'The same under its older name'],
    ] as const)
      app.get(`/chart/:id/${name}/:digest/`, {
        config: { permission: 'can_read Chart' },
        schema: {
          summary,
          tags,
          params: ThumbnailParams,
          querystring: ThumbnailQuery,
          produces: ['image/png'],
          response: { 200: Png, 204: Type.Null(), ...errorResponses },
        },
        handler: async (request, reply) =>
          send(request, reply, { ...request.params, mode: request.query.mode ?? 'light' }),
      });

    app.get('/chart/:id/cache_screenshot/', {
      config: { permission: 'can_read Chart' },
      schema: {
        summary: 'Where the picture of a chart is',
        tags,
        params: IdParams,
        response: { 202: ScreenshotBody, ...errorResponses },
      },
      handler: async (request, reply) => {
        const digest = await thumbnails.digest(request.principal, request.params.id);
        const image = `/api/v1/chart/${request.params.id}/screenshot/${digest}/`;
        return reply.code(202).send({
          cache_key: digest,
          chart_url: chartHref(request.params.id),
          image_url: image,
          // It is drawn when somebody asks for it.
          task_status: 'Updated',
        });
      },
    });
  };
}
