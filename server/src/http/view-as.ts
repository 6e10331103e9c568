import { AppError } from '@tessera/core/errors/app-error';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../principal.ts';
import type { Credential } from './app-types.ts';

/** A user as they are now; null when gone or deactivated. */
export type FindUser = (userId: number) => Promise<Principal | null>;

const HEADER = 'x-view-as';
const PARAMETER = 'view_as';
const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Whom a request names: calls in a header, a page in its address. Null where it names nobody. */
function namedUser(request: FastifyRequest): number | null {
  const { query, routeOptions } = request;
  const isPage = routeOptions.config.documented === false;
  const said = isPage ? (query as Readonly<Record<string, unknown>>)[PARAMETER] : request.headers[HEADER];
  if (said === undefined) return null;
  return typeof said === 'string' && /^[1-9]\d{0,9}$/.test(said) ? Number(said) : NaN;
}

/**
 * Somebody else, as whom an administrator reads: what comes back is what that user gets. Only a browser session of an
 * administrator may ask for it, and nothing is changed in the name of another user: reads that are sent as POST are
 * allowed, everything else that changes something is refused.
 *
 * @returns the principal of that user; null where the request is its sender's own
 * @throws AppError forbidden, not_found, viewing_as
 */
export async function viewedPrincipal(
  request: FastifyRequest,
  { principal, credential }: { readonly principal: Principal; readonly credential: Credential },
  findUser: FindUser,
): Promise<Principal | null> {
  const userId = namedUser(request);
  if (userId === null) return null;
  const { documented, csrf, writes } = request.routeOptions.config;
  const isOpen = documented === false;
  if (credential !== 'session' || !principal.isAdmin) {
    // A page is there for everybody; what it shows is its reader's own.
    if (isOpen) return null;
    throw new AppError('forbidden', {});
  }
  const viewed = Number.isNaN(userId) ? null : await findUser(userId);
  if (viewed === null) {
    if (isOpen) return null;
    throw new AppError('not_found', {});
  }
  if (changing.has(request.method) && (csrf !== 'exempt' || writes === true)) throw new AppError('viewing_as', {});
  if (isOpen) request.server.securityLog(request, 'viewed_as', { viewed: userId });
  return viewed;
}

/** The header by which the first calls of a page are made as the same user as the page. */
export function viewAsHeaders(request: FastifyRequest): Readonly<Record<string, string>> {
  return request.viewedAs === null ? {} : { [HEADER]: String(request.viewedAs) };
}
