import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { CertificateFiles } from './certificates.ts';

/** A line to a server of this machine that can be cut. */
export type CutLine = {
  readonly port: number;
  /** Break every connection that is open now. */
  readonly cut: () => void;
  /** Cut it, and break every new connection at once until it is up again. */
  readonly down: () => void;
  readonly up: () => void;
  readonly close: () => Promise<void>;
};

/** @param certificate  The near end is encrypted with it, as by a proxy in front of a server */
export async function openLine(to: number, certificate?: CertificateFiles): Promise<CutLine> {
  const sockets = new Set<Socket>();
  let isDown = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };
  const join = (near: Socket) => {
    if (isDown) return near.destroy();
    const far = connect(to, '127.0.0.1');
    for (const socket of [near, far]) keep(socket);
    near.pipe(far).pipe(near);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  };
  const server = certificate ? createTlsServer({ cert: readFileSync(certificate.certificate), key: readFileSync(certificate.key) }, join) : createServer(join);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut,
    down: () => {
      isDown = true;
      cut();
    },
    up: () => {
      isDown = false;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
