import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app-types.ts';

/** Headers of every answer. Pages get a policy with a nonce besides; everything else may load nothing at all. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-permitted-cross-domain-policies': 'none',
};
const nothing = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export function registerHeaders(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders);
    void reply.header('x-request-id', request.id);
    void reply.header('content-security-policy', nothing);
    if (request.protocol === 'https')
      void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
  });
  app.addHook('onSend', async (request, reply) => {
    // What the API says depends on who asks; only assets with a hash in their name may be cached.
    if (!reply.hasHeader('cache-control'))
      void reply.header(
        'cache-control',
        request.method === 'GET' && reply.hasHeader('etag') ? 'private, no-cache' : 'no-store',
      );
  });
}

/**
 * The policy of a page, and the nonce that its scripts and style elements carry. `frameOrigins` may show it in a frame
 * of theirs; images may come from `imageOrigins` too.
 */
export function pagePolicy(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    frameOrigins = [],
    imageOrigins = [],
  }: { readonly frameOrigins?: readonly string[]; readonly imageOrigins?: readonly string[] } = {},
): string {
  const nonce = request.cspNonce ?? randomBytes(16).toString('base64');
  request.cspNonce = nonce;
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    // React and chart tooltips set style attributes on elements; they cannot load anything by them.
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...imageOrigins].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    ["frame-ancestors 'self'", ...frameOrigins].join(' '),
  ];
  void reply.header('content-security-policy', policy.join('; '));
  return nonce;
}
