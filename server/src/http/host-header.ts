import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import type { App } from './app-types.ts';

const host = /^(?:[\w.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/**
 * Two names for one server, none or nonsense: proxies and servers that read such a request differently can be played
 * against each other.
 */
export function registerHostCheck(app: App): void {
  app.addHook('onRequest', async (request) => {
    const { rawHeaders, httpVersion } = request.raw;
    const given = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
    if (given > 1)
      throw new AppError('invalid_request', { reason: message('The request has more than one Host header.') });
    // The oldest version of the protocol knows none, and checks of balancers still speak it.
    if (given === 0 && httpVersion === '1.0') return;
    if (given === 0) throw new AppError('invalid_request', { reason: message('The request has no Host header.') });
    if (!host.test(request.headers.host ?? '') || !host.test(request.host))
      throw new AppError('invalid_request', {
        reason: message('The Host header is not a name or an address with, at most, a port.'),
      });
  });
}

/**
 * What the address of a link begins with. Without a base URL only a name of this machine itself is believed: any other
 * may have been chosen by whoever sent the request, and links go on to other users. Such links are paths of this
 * server.
 */
export function linkBase(request: FastifyRequest, baseUrl: string | null): string {
  if (baseUrl !== null) return baseUrl;
  const name = request.host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  const isOwn =
    name === 'localhost' ||
    name === '::1' ||
    (isIP(name) === 4 && (name.startsWith('127.') || name === plainAddress(request.socket.localAddress)));
  return isOwn ? `${request.protocol === 'https' ? 'https' : 'http'}://${request.host}` : '';
}

/** IPv4 addresses at a socket of both kinds are written as those of version 6. */
function plainAddress(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:/, '');
}
