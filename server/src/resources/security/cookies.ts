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

/** The value of a cookie, or null. Values of ours are plain characters and need no decoding. */
export function cookieOf(request: Sender, name: string): string | null {
  const { cookie } = request.headers;
  if (cookie === undefined) return null;
  for (const part of cookie.split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

/** `isAlwaysSecure`: users use https, even where a proxy hands requests on without it. */
export type CookieRules = { readonly maxAgeSeconds: number; readonly isAlwaysSecure: boolean };

/** Send the session cookie; scripts cannot read it, other sites cannot make the browser post with it. */
export function setSession(
  request: FastifyRequest,
  reply: FastifyReply,
  value: string,
  { maxAgeSeconds, isAlwaysSecure }: CookieRules,
): void {
  const secure = isAlwaysSecure || request.protocol === 'https' ? '; Secure' : '';
  void reply.header(
    'set-cookie',
    `${SESSION_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`,
  );
}

export function clearSession(request: FastifyRequest, reply: FastifyReply, rules: CookieRules): void {
  setSession(request, reply, '', { ...rules, maxAgeSeconds: 0 });
}
