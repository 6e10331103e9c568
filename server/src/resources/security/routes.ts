import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { isAppError } from '@tessera/core/errors/app-error';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { safePath } from '../../http/redirects.ts';
import { bearerOf } from './authenticator.ts';
import { SESSION_COOKIE, clearSession, cookieOf, setSession } from './cookies.ts';
import { CsrfBody, LoginBody, NextQuery, SignInBody, SignedInBody, TokensBody } from './schema.ts';
import type { SecurityService } from './service.ts';
import type { Sessions } from './sessions.ts';

const tags = ['Security'];

/** Tokens for programs, and the CSRF token for pages; below /api/v1. */
export function securityRoutes(security: SecurityService, sessions: Sessions): (app: App) => Promise<void> {
  return async (app) => {
    app.post('/security/login', {
      config: { permission: 'public', identity: 'unasked' },
      schema: { summary: 'Sign a program in', tags, body: LoginBody, response: { 200: TokensBody, ...errorResponses } },
      handler: ({ body, ip }) => security.issueTokens(body.username, body.password, body.refresh === true || body.refresh === 'true', ip),
    });

    app.post('/security/refresh', {
      config: { permission: 'public', identity: 'unasked' },
      schema: { summary: 'A new access token for a refresh token', tags, response: { 200: TokensBody, ...errorResponses } },
      handler: (request) => security.refresh(bearerOf(request)),
    });

    app.get('/security/csrf_token/', {
      config: { permission: 'public' },
      schema: { summary: 'The token that changing requests of a session repeat in X-CSRFToken', tags, response: { 200: CsrfBody, ...errorResponses } },
      handler: async (request, reply) => {
        const cookie = cookieOf(request, SESSION_COOKIE);
        const session = cookie === null ? null : await sessions.find(cookie);
        const token = cookie === null ? null : sessions.csrfOf(cookie, session);
        // A page that was opened by someone else, before another tab signed in, sees here that it is not its person any more.
        if (session) void reply.header('X-Session-User', String(session.userId));
        if (token !== null) return { result: token };
        const fresh = sessions.anonymousCookie();
        setSession(request, reply, fresh, sessions);
        return { result: sessions.csrfOf(fresh, null) ?? '' };
      },
    });
  };
}

/** Signing a browser in and out; at the root, beside the pages. */
export function signInRoutes(security: SecurityService, sessions: Sessions): (app: App) => Promise<void> {
  return async (app) => {
    app.post('/login/', {
      config: { permission: 'public', csrf: 'form' },
      schema: { summary: 'Sign a browser in', tags, querystring: NextQuery, body: SignInBody, response: { 200: SignedInBody, 302: Type.Null(), ...errorResponses } },
      handler: async (request, reply) => {
        const { username, password } = request.body;
        const next = safePath(request.body.next ?? request.query.next);
        const isForm = request.headers['content-type']?.startsWith('application/json') !== true;
        try {
          const cookie = await security.signIn(username, password, request.ip, cookieOf(request, SESSION_COOKIE));
          setSession(request, reply, cookie, sessions);
        } catch (error) {
          if (!isForm || !(isAppError(error, 'not_authenticated') || isAppError(error, 'too_many_requests'))) throw error;
          return reply.redirect(`/login/?${new URLSearchParams({ failed: error.code, next }).toString()}`, 302);
        }
        return isForm ? reply.redirect(next, 302) : { message: 'OK', next };
      },
    });

    app.route({
      method: ['GET', 'POST'],
      url: '/logout/',
      config: { permission: 'public' },
      schema: { summary: 'Sign a browser out', tags, response: { 302: Type.Null(), ...errorResponses } },
      handler: async (request, reply) => {
        const cookie = cookieOf(request, SESSION_COOKIE);
        if (cookie !== null && !isSentByAnotherSite(request)) {
          await security.signOut(cookie);
          clearSession(request, reply, sessions);
        }
        return reply.redirect('/login/', 302);
      },
    });
  };
}

/** A link elsewhere must not sign people out. */
function isSentByAnotherSite(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-site'] === 'cross-site';
}
