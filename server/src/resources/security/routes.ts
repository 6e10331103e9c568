import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { isAppError } from '@tessera/core/errors/app-error';
import type { Translator } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { hasAccount } from '../../principal.ts';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { isOwnPage } from '../../http/guard.ts';
import { attributeText } from '../../http/page-answers.ts';
import { safePath } from '../../http/redirects.ts';
import { bearerOf } from './authenticator.ts';
import { SESSION_COOKIE, clearSession, cookieOf, setSession } from './cookies.ts';
import { CsrfBody, LoginBody, NextQuery, SignInBody, SignedInBody, TokensBody } from './schema.ts';
import { SignInRefused, type SecurityService, type SignedIn } from './service.ts';
import type { Sessions } from './sessions.ts';

const tags = ['Security'];

/** Tokens for programs, and the CSRF token for pages; below /api/v1. */
export function securityRoutes(security: SecurityService, sessions: Sessions): (app: App) => Promise<void> {
  return async (app) => {
    app.post('/security/login', {
      config: { permission: 'public', identity: 'unasked' },
      schema: { summary: 'Sign a program in', tags, body: LoginBody, response: { 200: TokensBody, ...errorResponses } },
      handler: (request) => {
        const { username, password, refresh } = request.body;
        return logged(request, username, () =>
          security.issueTokens(username, password, refresh === true || refresh === 'true', request.ip),
        );
      },
    });

    app.post('/security/refresh', {
      config: { permission: 'public', identity: 'unasked' },
      schema: {
        summary: 'A new access token for a refresh token',
        tags,
        response: { 200: TokensBody, ...errorResponses },
      },
      handler: (request) => security.refresh(bearerOf(request)),
    });

    app.get('/security/csrf_token/', {
      config: { permission: 'public' },
      schema: {
        summary: 'The token that changing requests of a session repeat in X-CSRFToken',
        tags,
        response: { 200: CsrfBody, ...errorResponses },
      },
      handler: async (request, reply) => {
        const cookie = cookieOf(request, SESSION_COOKIE);
        const session = cookie === null ? null : await sessions.find(cookie);
        const token = cookie === null ? null : sessions.csrfOf(cookie, session);
        // A page that was opened by someone else, before another tab signed in, sees here that it is not its user any
        // more.
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
export function signInRoutes(
  security: SecurityService,
  sessions: Sessions,
  baseUrl: string | null,
): (app: App) => Promise<void> {
  return async (app) => {
    app.post('/login/', {
      config: { permission: 'public', csrf: 'form' },
      schema: {
        summary: 'Sign a browser in',
        tags,
        querystring: NextQuery,
        body: SignInBody,
        response: { 200: SignedInBody, 302: Type.Null(), ...errorResponses },
      },
      handler: async (request, reply) => {
        const { username, password } = request.body;
        const next = safePath(request.body.next ?? request.query.next);
        const isForm = request.headers['content-type']?.startsWith('application/json') !== true;
        try {
          const cookie = await logged(request, username, () =>
            security.signIn(username, password, request.ip, cookieOf(request, SESSION_COOKIE)),
          );
          setSession(request, reply, cookie, sessions);
        } catch (error) {
          if (!isForm || !(isAppError(error, 'not_authenticated') || isAppError(error, 'too_many_requests')))
            throw error;
          return reply.redirect(hrefOf('login', {}, { failed: error.code, next }), 302);
        }
        return isForm ? reply.redirect(next, 302) : { message: 'OK', next };
      },
    });

    const signOut = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const cookie = cookieOf(request, SESSION_COOKIE);
      if (cookie !== null) {
        await security.signOut(cookie);
        clearSession(request, reply, sessions);
        if (hasAccount(request.principal)) request.server.securityLog(request, 'sign_out');
      }
      void reply.redirect(hrefOf('login'), 302);
    };

    app.get('/logout/', {
      config: { permission: 'public' },
      schema: {
        summary: 'Sign a browser out, or ask whether that is meant',
        tags,
        response: { 302: Type.Null(), ...errorResponses },
      },
      handler: async (request, reply) => {
        const cookie = cookieOf(request, SESSION_COOKIE);
        if (cookie === null || isChosen(request, baseUrl)) await signOut(request, reply);
        else askToSignOut(reply, sessions.csrfOf(cookie, await sessions.find(cookie)) ?? '', request.translator);
        return reply;
      },
    });

    app.post('/logout/', {
      config: { permission: 'public', csrf: 'header or form' },
      schema: { summary: 'Sign a browser out', tags, response: { 302: Type.Null(), ...errorResponses } },
      handler: async (request, reply) => {
        await signOut(request, reply);
        return reply;
      },
    });
  };
}

/**
 * Whether the user who is signed in went to this address, from a page of ours or by typing it: an image or a link
 * elsewhere must not sign users out. Older browsers, and all on plain http, tell it by the page that they come from
 * alone.
 */
function isChosen(request: FastifyRequest, baseUrl: string | null): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': target, referer, origin } = request.headers;
  if (site !== undefined)
    return (
      (site === 'same-origin' || site === 'none') &&
      (mode ?? 'navigate') === 'navigate' &&
      (target ?? 'document') === 'document'
    );
  const from = origin ?? referer;
  return from !== undefined && isOwnPage(request, from, baseUrl);
}

/**
 * A page with a button, which no other site can press: it may not be framed, and its form carries the token of the
 * session.
 */
function askToSignOut(reply: FastifyReply, token: string, { t, language }: Translator): void {
  void reply.header(
    'content-security-policy',
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  );
  const [title, button] = [t('Sign out of Tessera?'), t('Sign out')];
  const page =
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" ` +
    `content="width=device-width"><title>${title}</title>` +
    `<main><h1>${title}</h1><form method="post" action="/logout/"><input type="hidden" name="csrf_token" ` +
    `value="${attributeText(token)}"><button>${button}</button></form></main></html>`;
  void reply.type('text/html; charset=utf-8').serializer(String).send(page);
}

/**
 * Every try to sign in leaves a line, with the name as it was given. Who signs in is not who asked: that may be another
 * user's session.
 */
async function logged<T>(request: FastifyRequest, username: string, signIn: () => Promise<SignedIn<T>>): Promise<T> {
  const { securityLog } = request.server;
  try {
    const { userId, given } = await signIn();
    securityLog(request, 'sign_in', { username, userId });
    return given;
  } catch (error) {
    const isThrottled = isAppError(error, 'too_many_requests');
    if (isThrottled || isAppError(error, 'not_authenticated')) {
      securityLog(request, 'sign_in_failed', {
        username,
        throttled: isThrottled,
        reason: isThrottled ? 'throttled' : error.cause instanceof SignInRefused ? error.cause.message : 'refused',
      });
    }
    throw error;
  }
}
