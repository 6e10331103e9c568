import { AppError } from '@tessera/core/errors/app-error';
import { hrefOf } from '@tessera/core/pages';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { readObject } from '../../http/list-query.ts';
import { signalOf } from '../../http/request-parts.ts';
import { PermalinkState } from '../dashboards/schema.ts';
import { IdParams } from '../item-shapes.ts';
import { FileQuery, OrderQuery, PictureParams, PictureQuery, PictureTask, VersionPictureParams } from './schema.ts';
import type { DashboardPictures, Looked, Progress } from './service.ts';

const tags = ['Dashboard'];
const read = { permission: 'can_read Dashboard' } as const;
const Picture = Type.Unsafe<Buffer>(Type.String({ format: 'binary' }));
const pictureResponses = { 200: Picture, 202: PictureTask, ...errorResponses };
const types = { png: 'image/png', pdf: 'application/pdf' } as const;

/** Pictures of whole dashboards, drawn without a browser for the one who asks. */
export function dashboardPictureRoutes(pictures: DashboardPictures): (app: App) => Promise<void> {
  return async (app) => {
    thumbnailRoute(app, pictures);
    screenshotRoutes(app, pictures);
    versionRoute(app, pictures);
  };
}

function thumbnailRoute(app: App, pictures: DashboardPictures): void {
  app.get('/dashboard/:id/thumbnail/:digest/', {
    config: read,
    schema: {
      summary: 'A small picture of a dashboard',
      description: '202 while what it shows is asked for; 404 where nothing of it can be drawn for this reader.',
      tags,
      params: PictureParams,
      querystring: PictureQuery,
      produces: ['image/png', 'application/json'],
      response: pictureResponses,
    },
    handler: async (request, reply) => {
      const { id, digest } = request.params;
      const { principal, translator } = request;
      const mode = request.query.mode ?? 'light';
      const looked = await pictures.thumbnail(principal, { id, digest, mode, translator }, signalOf(reply));
      if (looked.kind === 'moved') return reply.redirect(`${looked.url}?mode=${mode}`, 302);
      return sendLooked(reply, looked, taskOf({ id, digest, name: 'thumbnail' }));
    },
  });
}

function screenshotRoutes(app: App, pictures: DashboardPictures): void {
  app.post('/dashboard/:id/cache_dashboard_screenshot/', {
    // An order is noted, so nobody orders in the name of another.
    config: { ...read, csrf: 'exempt', writes: true },
    schema: {
      summary: 'Order the picture of a whole dashboard in a state',
      tags,
      params: IdParams,
      querystring: OrderQuery,
      body: PermalinkState,
      response: { 202: PictureTask, ...errorResponses },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const { digest, progress } = await pictures.order(request.principal, {
        id,
        state: request.body,
        mode: request.query.mode ?? 'light',
        force: readObject(request.query.q)['force'] === true,
      });
      return reply.code(202).send(taskOf({ id, digest, name: 'screenshot' })(progress));
    },
  });

  app.get('/dashboard/:id/screenshot/:digest/', {
    config: read,
    schema: {
      summary: 'A picture of a whole dashboard that was ordered, 404 until it is there',
      tags,
      params: PictureParams,
      querystring: FileQuery,
      produces: Object.values(types),
      response: { 200: Picture, ...errorResponses },
    },
    handler: async (request, reply) => {
      const { id, digest } = request.params;
      const { principal, translator } = request;
      const sheet = await pictures.screenshot(principal, { id, digest, translator }, signalOf(reply));
      const format = request.query.download_format ?? 'png';
      const file = sheet?.[format];
      if (!file) throw new AppError('not_found', {});
      return asPicture(reply, types[format])
        .header('content-disposition', `inline; filename="dashboard-${id}.${format}"`)
        .send(file);
    },
  });
}

function versionRoute(app: App, pictures: DashboardPictures): void {
  app.get('/dashboard/:key/versions/:version/picture', {
    config: { permission: 'can_write Dashboard' },
    schema: {
      summary: 'A small picture of what a dashboard was',
      tags,
      params: VersionPictureParams,
      querystring: PictureQuery,
      produces: ['image/png', 'application/json'],
      response: pictureResponses,
    },
    handler: async (request, reply) => {
      const { key, version } = request.params;
      const { principal, translator, query } = request;
      const wanted = { key, version, mode: query.mode ?? 'light', translator };
      const looked = await pictures.version(principal, wanted, signalOf(reply));
      const image = `/api/v1/dashboard/${encodeURIComponent(key)}/versions/${version}/picture`;
      return sendLooked(reply, looked, (progress) => task(`version-${version}`, key, image, progress));
    },
  });
}

/** The picture, how far it is, or 404 where there is none. */
function sendLooked(reply: FastifyReply, looked: Looked, taskAt: (progress: Progress) => PictureTask) {
  if (looked.kind === 'none') throw new AppError('not_found', {});
  if (looked.kind === 'making')
    return reply.code(202).header('cache-control', 'no-store').send(taskAt(looked.progress));
  return asPicture(reply, types.png).send(looked.sheet.png);
}

/** Of this reader alone, and not for long: rows and rights change. */
function asPicture(reply: FastifyReply, type: string): FastifyReply {
  return reply
    .header('content-type', type)
    .header('cache-control', 'private, max-age=300')
    .header('vary', 'cookie, authorization');
}

type Place = { readonly id: number; readonly digest: string; readonly name: 'thumbnail' | 'screenshot' };

function taskOf({ id, digest, name }: Place): (progress: Progress) => PictureTask {
  return (progress) => task(digest, id, `/api/v1/dashboard/${id}/${name}/${digest}/`, progress);
}

function task(digest: string, key: string | number, image: string, progress: Progress): PictureTask {
  return {
    cache_key: digest,
    dashboard_url: hrefOf('dashboard', { key }),
    image_url: image,
    task_status: progress,
    task_updated_at: new Date().toISOString(),
  };
}
