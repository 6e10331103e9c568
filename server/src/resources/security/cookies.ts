import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const SESSION_COOKIE = 'session';

/** As much of a request as shows who sent it; a websocket has no more. */
export type Sender = {
  readonly headers: {
    readonly cookie?: string | undefined;
    readonly authorization?: string | undefined;
    readonly 'x-guesttoken'?: string | readonly string[] | undefined;
  };
};

/** The value of a cookie, or null. */
export function cookieOf(request: Sender, name: string): string | null {
  return parseCookie(request.headers.cookie ?? '')[name] ?? null;
}

/** `isAlwaysSecure`: users use https, even where a proxy hands requests on without it. */
export type CookieRules = { readonly maxAgeSeconds: number; readonly isAlwaysSecure: boolean };

/** Send the session cookie. */
export function setSession(
  request: FastifyRequest,
  reply: FastifyReply,
  value: string,
  { maxAgeSeconds, isAlwaysSecure }: CookieRules,
): void {
  sendCookie(request, reply, { name: SESSION_COOKIE, value, maxAge: maxAgeSeconds, isAlwaysSecure });
}

export function clearSession(request: FastifyRequest, reply: FastifyReply, rules: CookieRules): void {
  setSession(request, reply, '', { ...rules, maxAgeSeconds: 0 });
}

/** Scripts cannot read a cookie of ours, and other sites cannot make the browser post with it. */
export function sendCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    isAlwaysSecure,
    ...cookie
  }: {
    readonly name: string;
    readonly value: string;
    /** Seconds; without it the cookie goes with the browser's session. */
    readonly maxAge?: number;
    readonly isAlwaysSecure: boolean;
  },
): void {
  const secure = isAlwaysSecure || request.protocol === 'https';
  void reply.header(
    'set-cookie',
    stringifySetCookie({ ...cookie, path: '/', httpOnly: true, sameSite: 'lax', secure }),
  );
}
