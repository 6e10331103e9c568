import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { message } from '@tessera/core/messages';
import { hasAccount } from '../principal.ts';
import { metadataFailure, metadataUnavailable } from '../metadata/failure.ts';
import { takenColumn } from '../metadata/unique.ts';
import type { App, ErrorShape } from './app-types.ts';
import { errorBody, errorWords } from './error-body.ts';
import { logRefusal } from './security-log.ts';

/** Draws the page for a user whose browser navigated to something that cannot be shown. */
export type ErrorPage = (request: FastifyRequest, reply: FastifyReply, status: number) => FastifyReply;

/** Every way of failing ends here: API clients get JSON, a browser that navigates gets a page. */
export function registerErrors(app: App, errorPage: ErrorPage): void {
  app.setErrorHandler<FastifyError>((caught, request, reply) => {
    return sendError(reportFailure(caught, request), request, reply, errorPage);
  });
  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsAt(app, pathOf(request));
    if (allowed.length > 0) void reply.header('allow', allowed.join(', '));
    return sendError(
      new AppError(allowed.length > 0 ? 'method_not_allowed' : 'unknown_address', {}),
      request,
      reply,
      errorPage,
      'list',
    );
  });
}

/**
 * What users hear of a failure, also of one part of an answer. What is wrong on our side, and what a database says to
 * users who may not read it, goes to the log under the id of the request.
 */
export function reportFailure(caught: unknown, request: FastifyRequest): AppError {
  const error = toAppError(caught, request);
  logRefusal(request, error);
  if (error.status >= 500) request.log.error({ err: caught }, 'request failed');
  if (!isAppError(error, 'database_error') || !(error.cause instanceof AppError) || hasAccount(request.principal))
    return error;
  request.log.warn({ err: firstCause(error) }, 'the words of a database were withheld');
  return new AppError('database_error', { reason: error.params.reason, requestId: request.id }, { cause: error.cause });
}

function firstCause(error: AppError): AppError {
  return error.cause instanceof AppError ? firstCause(error.cause) : error;
}

function sendError(
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
  errorPage: ErrorPage,
  shape?: ErrorShape,
): FastifyReply {
  void reply.header('x-error-code', error.code);
  const words = errorWords(error);
  if (words !== null) void reply.header('x-error-words', words);
  if ((error.status === 429 || error.status === 503) && 'seconds' in error.params)
    void reply.header('retry-after', String(error.params.seconds));
  if (isNavigation(request)) return errorPage(request, reply.code(error.status), error.status);
  const body = errorBody(error, shape ?? request.routeOptions.config.errorShape ?? 'message', request.translator);
  // The schema of the route speaks of its own answers; an error has its body whatever the route.
  return reply.code(error.status).type('application/json; charset=utf-8').serializer(printExactJson).send(body);
}

/**
 * A browser asks for pages with `Accept: text/html,…`; programs do not begin with it ([ruling on errors to API
 * clients]).
 */
function isNavigation(request: FastifyRequest): boolean {
  return (
    (request.method === 'GET' || request.method === 'HEAD') && request.headers.accept?.startsWith('text/html') === true
  );
}

function toAppError(caught: unknown, request: FastifyRequest): AppError {
  if (caught instanceof AppError) return caught;
  const { cause, code, statusCode }: Partial<FastifyError> = caught instanceof Error ? caught : {};
  if (cause instanceof AppError) return cause;
  // Of two that took a name or a uuid at once the database let one; whoever came second hears what is taken.
  const taken = takenColumn(caught);
  if (taken !== null) return new AppError('rejected_fields', { fields: { [taken]: [message('Must be unique')] } });
  switch (code ?? '') {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('payload_too_large', {
        limit: sizeText(request.routeOptions.bodyLimit ?? request.server.initialConfig.bodyLimit ?? 0),
      });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported_media_type', {});
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('not_found', {});
    default:
      break;
  }
  const failure = metadataFailure(caught);
  if (failure === 'full') return new AppError('storage_full', {});
  if (failure === 'unreachable') return metadataUnavailable(caught);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('invalid_request', { reason: message('Invalid input') });
  return new AppError('internal', { requestId: request.id });
}

function sizeText(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.round(bytes / 1024 / 1024)} MB` : `${Math.round(bytes / 1024)} KB`;
}

/** Methods that some route takes at a path; patterns are matched as the router does. */
function methodsAt(app: App, path: string): readonly string[] {
  return app.supportedMethods.filter((method) => method !== 'OPTIONS' && app.findRoute({ method, url: path }) !== null);
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}
