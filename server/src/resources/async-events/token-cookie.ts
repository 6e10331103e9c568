import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../http/app-types.ts';
import { ASYNC_COOKIE, type Channel, type Channels } from './channels.ts';
import { cookieOf, sendCookie } from '../security/cookies.ts';

/** Give a client the cookie of its channel, unless it has it. */
export async function giveToken(
  request: FastifyRequest,
  reply: FastifyReply,
  channel: Channel,
  channels: Channels,
  isAlwaysSecure: boolean,
): Promise<void> {
  const token = await channels.tokenOf(channel);
  if (cookieOf(request, ASYNC_COOKIE) === token) return;
  sendCookie(request, reply, { name: ASYNC_COOKIE, value: token, isAlwaysSecure });
}

/** Every answer to a session brings the cookie, so that pages can listen before they ask. */
export function registerTokenCookie(app: App, channels: Channels, isAlwaysSecure: boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    const channel = request.credential === 'session' ? await channels.ofRequest(request.principal, request) : null;
    if (channel) await giveToken(request, reply, channel, channels, isAlwaysSecure);
  });
}
