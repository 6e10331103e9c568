import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { AppError } from '@tessera/core/errors/app-error';
import { anonymous, hasAccount, type Principal } from '../principal.ts';
import type { RoutePermission } from '../permissions.ts';
import type { App, Credential, RegisteredRoute } from './app-types.ts';
import { viewedPrincipal, type FindUser } from './view-as.ts';

/** Who a request comes from. `csrf` is the token that a changing request of a session has to repeat. */
export type Identity = { readonly principal: Principal; readonly credential: Credential; readonly csrf: string | null };

/** Reads cookie or token. @throws AppError token_expired, token_invalid for a token that is sent but no good */
export type Authenticate = (request: FastifyRequest) => Identity | Promise<Identity>;

const nobodyElse: FindUser = async () => null;
const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Ask of every request who it is, whether it was sent by one of our pages, and whether it has the permission of the
 * route. A route that declares no permission stops the start: forgetting the check is a start-up error, not a hole.
 */
export function guardRoutes(
  app: App,
  authenticate: Authenticate,
  baseUrl: string | null = null,
  findUser: FindUser = nobodyElse,
): void {
  app.decorateRequest('viewedAs');
  app.decorateRequest('actor');
  app.decorateRequest('credential');
  app.decorateRequest('cspNonce');
  const registered: RegisteredRoute[] = [];
  app.decorate('registeredRoutes', registered);
  app.addHook('onRoute', (route) => {
    const permission = route.config?.permission;
    if (!permission) throw new AppError('route_without_permission', { route: `${String(route.method)} ${route.url}` });
    for (const method of [route.method].flat())
      registered.push({ method, url: route.url, permission, isPage: route.config?.documented === false });
  });
  app.addHook('onRequest', async (request) => {
    const { config } = request.routeOptions;
    request.principal = anonymous;
    request.credential = 'none';
    request.cspNonce = null;
    request.viewedAs = null;
    if (!config.permission || config.identity === 'unasked') return; // the first: an unknown address
    const identity = await authenticate(request);
    request.principal = identity.principal;
    request.credential = identity.credential;
    if (changing.has(request.method)) checkSender(request, identity, config.csrf, baseUrl);
    const viewed = await viewedPrincipal(request, identity, findUser);
    if (viewed !== null) {
      request.principal = viewed;
      request.viewedAs = viewed.userId;
    }
    checkPermission(request.principal, config.permission);
  });
  // A posted form carries its token inside, so it is read first.
  app.addHook('preValidation', async (request) => {
    const { csrf } = request.routeOptions.config;
    if ((csrf !== 'form' && csrf !== 'header or form') || !isForm(request)) return;
    const identity = await authenticate(request);
    if (csrf === 'header or form' && identity.credential !== 'session') return;
    const { body } = request;
    const sent = typeof body === 'object' && body !== null && 'csrf_token' in body ? body.csrf_token : undefined;
    checkToken(identity, sent ?? request.headers['x-csrftoken']);
  });
}

/** @throws AppError foreign_origin, csrf_missing, csrf_invalid */
function checkSender(
  request: FastifyRequest,
  identity: Identity,
  rule: FastifyContextConfig['csrf'],
  baseUrl: string | null,
): void {
  // A token in a header is sent on purpose; cookies go along with whatever another site makes the browser send.
  if (identity.credential === 'token') return;
  if (isForeign(request, baseUrl)) throw new AppError('foreign_origin', {});
  if (
    rule === 'exempt' ||
    rule === 'form' ||
    (rule === 'header or form' && isForm(request)) ||
    identity.credential === 'none'
  )
    return;
  checkToken(identity, request.headers['x-csrftoken'] ?? request.headers['x-csrf-token']);
}

function checkToken(identity: Identity, sent: unknown): void {
  if (typeof sent !== 'string' || sent === '') throw new AppError('csrf_missing', {});
  if (identity.csrf === null || !isSame(sent, identity.csrf)) throw new AppError('csrf_invalid', {});
}

/** Compares in the same time wherever the texts differ. */
function isSame(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let at = 0; at < right.length; at += 1)
    difference |= left.charCodeAt(at % Math.max(1, left.length)) ^ right.charCodeAt(at);
  return difference === 0;
}

/**
 * Our own origin is the one that was asked, and the one that the operator says users use (a proxy may rewrite the
 * first).
 */
function isForeign(request: FastifyRequest, baseUrl: string | null): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site') return true;
  const { origin } = request.headers;
  if (origin === undefined) return false;
  return !isOwnPage(request, origin, baseUrl);
}

/** Whether an address is one of our own pages, by its origin. */
export function isOwnPage(request: FastifyRequest, address: string, baseUrl: string | null): boolean {
  if (!URL.canParse(address)) return false;
  const { host, protocol, origin } = new URL(address);
  if (baseUrl !== null && new URL(baseUrl).origin === origin) return true;
  // The same parser on both sides leaves the same default ports out.
  const own = `${protocol}//${request.host}`;
  return URL.canParse(own) && new URL(own).host === host;
}

function isForm(request: FastifyRequest): boolean {
  return request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
}

/** @throws AppError token_missing, forbidden */
function checkPermission(principal: Principal, needed: RoutePermission): void {
  if (needed === 'public' || principal.isAdmin) return;
  const isHeld =
    needed === 'signed_in'
      ? hasAccount(principal)
      : needed === 'identified'
        ? principal.kind !== 'anonymous'
        : needed !== 'admin' && principal.grants.has(needed);
  if (!isHeld) throw principal.kind === 'anonymous' ? new AppError('token_missing', {}) : new AppError('forbidden', {});
}
