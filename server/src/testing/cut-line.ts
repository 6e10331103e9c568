import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { CertificateFiles } from './engines/certificates.ts';

/** A line to a server of this machine that can be cut, and can stop responding. */
export type CutLine = {
  readonly port: number;
  /** Break every connection that is open now. */
  readonly cut: () => void;
  /** Cut it, and break every new connection at once until it is up again. */
  readonly down: () => void;
  /**
   * Swallow every byte in both directions, of the connections that are open and of new ones. Nobody is notified, as by
   * a firewall that has lost its state: the open ones stay dead for good, new ones work again from `up` on.
   */
  readonly silence: () => void;
  /** Let every byte come so much later. */
  readonly delay: (ms: number) => void;
  readonly up: () => void;
  /** How many connections have been opened through it, ever. */
  readonly opened: () => number;
  readonly close: () => Promise<void>;
};

type Pair = { readonly near: Socket; readonly far: Socket; isDead: boolean };

/** @param certificate  The near end is encrypted with it, as by a proxy in front of a server */
export async function openLine(to: number, certificate?: CertificateFiles): Promise<CutLine> {
  const pairs = new Set<Pair>();
  let state: 'up' | 'down' | 'silent' = 'up';
  let delayMs = 0;
  let opened = 0;

  const later = (pair: Pair, act: () => void) => {
    if (pair.isDead) return;
    if (delayMs === 0) act();
    else setTimeout(() => pair.isDead || act(), delayMs).unref();
  };
  /** Carries what comes in order; a pipe would not know of a cut. */
  const carry = (pair: Pair, from: Socket, into: Socket) => {
    from.on('error', () => undefined);
    from.on('data', (chunk) =>
      later(pair, () => {
        if (into.destroyed || into.write(chunk)) return;
        from.pause();
        into.once('drain', () => from.resume());
      }),
    );
    from.once('end', () => later(pair, () => into.end()));
    from.once('close', () => {
      later(pair, () => into.destroy());
      if (into.destroyed) pairs.delete(pair);
    });
  };
  const join = (near: Socket) => {
    if (state === 'down') return near.destroy();
    opened += 1;
    const far = connect(to, '127.0.0.1');
    const pair: Pair = { near, far, isDead: state === 'silent' };
    pairs.add(pair);
    carry(pair, near, far);
    carry(pair, far, near);
  };
  const server = certificate
    ? createTlsServer({ cert: readFileSync(certificate.certificate), key: readFileSync(certificate.key) }, join)
    : createServer(join);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const cut = () => {
    for (const { near, far } of pairs) for (const socket of [near, far]) socket.resetAndDestroy();
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut,
    down: () => {
      state = 'down';
      cut();
    },
    silence: () => {
      state = 'silent';
      for (const pair of pairs) pair.isDead = true;
    },
    delay: (ms) => void (delayMs = ms),
    up: () => void (state = 'up'),
    opened: () => opened,
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
