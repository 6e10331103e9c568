import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '@tessera/core/errors/app-error';
import { parseExactJson } from '@tessera/core/exact-json';
import type { RawForm } from '@tessera/core/form-data';
import { message } from '@tessera/core/messages';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { boundsFault } from '../../http/json-bounds.ts';
import { JobBody } from '../async-events/schema.ts';
import { jobWish, type AsyncNeeds } from '../chart-data/job-wish.ts';
import { addressedOf, signalOf } from '../../http/request-parts.ts';
import { sendFiles } from '../chart-data/send-files.ts';
import { EXPLORE_JSON, jobAnswer, writeForm } from './async.ts';
import type { ExploreJsonService } from './service.ts';

/** JSON already; the document says what is in it. */
const Answer = Type.Unsafe<Buffer | string>(Type.Record(Type.String(), Type.Unknown()));
type Needs = {
  readonly explore: ExploreJsonService;
  readonly async: AsyncNeeds;
  readonly now: () => Date;
  readonly bodyLimit: number;
};

/**
 * `POST /tessera/explore_json/` ([7.1-02], [7.1-04]), outside of `/api/v1`; `form_data` in a form, in JSON, or in the
 * address.
 */
export function exploreJsonRoutes({ explore, async: jobs, now, bodyLimit }: Needs): (app: App) => Promise<void> {
  return async (app) => {
    app.post('/tessera/explore_json/', {
      bodyLimit,
      config: { permission: 'can_read Chart', csrf: 'exempt', errorShape: 'list' },
      schema: {
        summary: 'Data of a chart of an older type',
        tags: ['Chart data'],
        querystring: Type.Object({
          csv: Type.Optional(Type.Boolean()),
          force: Type.Optional(Type.Boolean()),
          form_data: Type.Optional(Type.String({ maxLength: 100_000 })),
        }),
        response: { 200: Answer, 202: JobBody, ...errorResponses },
      },
      handler: async (request, reply) => {
        const form = { ...readForm(request.query.form_data), ...readForm(request.body) };
        const wish = {
          force: request.query.force === true || form['force'] === true,
          staleOkSeconds: 0,
          addressed: addressedOf(request.query),
        };
        const signal = signalOf(reply);
        if (request.query.csv === true)
          return sendFiles(reply, 'csv', await explore.downloads(request.principal, form, wish, signal), now());
        const asJob = await jobWish(request, reply, jobs);
        if (!asJob) return send(reply, await explore.answer(request.principal, form, wish, signal));
        const kept = await explore.cachedAnswer(request.principal, form, wish, signal);
        return kept ? send(reply, kept) : asJob.answer(EXPLORE_JSON, writeForm(form, wish));
      },
    });

    app.get('/tessera/explore_json/data/:cache_key', {
      config: { permission: 'can_read Chart', errorShape: 'list' },
      schema: {
        summary: 'Data of an older chart that a job of ones own has made',
        tags: ['Chart data'],
        params: Type.Object({ cache_key: Type.String({ maxLength: 100 }) }),
        response: { 200: Answer, ...errorResponses },
      },
      handler: async (request, reply) =>
        send(
          reply,
          await jobAnswer(explore, request.principal, await jobs.jobs.find(request.params.cache_key), signalOf(reply)),
        ),
    });
  };
}

function send(reply: FastifyReply, answer: Buffer): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(answer);
}

/** @throws AppError not_json, incorrect_request */
function readForm(given: unknown): RawForm {
  if (given === undefined || given === null) return {};
  if (typeof given === 'string') return readForm(parsed(given));
  if (typeof given !== 'object' || Array.isArray(given)) throw new AppError('not_json', {});
  return 'form_data' in given ? readForm(given.form_data) : { ...given };
}

function parsed(text: string): unknown {
  const fault = boundsFault(text);
  if (fault !== null)
    throw new AppError('incorrect_request', { reason: message('form_data: it %(fault)s', { fault }) });
  try {
    return parseExactJson(text);
  } catch {
    throw new AppError('not_json', {});
  }
}
