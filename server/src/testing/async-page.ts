import { WebSocket } from 'ws';
import { writeSqlite } from './engines/sqlite-file.ts';

/** A SQLite file with a table `sales` of three days: one in the north, two in the south. */
export function writeSalesFile(path: string): void {
  writeSqlite(
    path,
    'CREATE TABLE sales (day TEXT, region TEXT)',
    "INSERT INTO sales VALUES ('2024-01-01', 'north'), ('2024-01-02', 'south'), ('2024-01-03', 'south')",
  );
}

export type PageSocket = { readonly url: string; readonly isClosed: () => boolean; readonly terminate: () => void };

/** A websocket as a page with this cookie opens it. */
export function openPageSocket(
  url: string,
  cookie: string,
  on: { readonly open: () => void; readonly close: () => void; readonly text: (text: string) => void },
): PageSocket {
  const socket = new WebSocket(url, { headers: { cookie } });
  socket
    .on('open', on.open)
    .on('close', on.close)
    .on('error', () => undefined)
    .on('message', (data: Buffer) => on.text(data.toString()));
  return { url, isClosed: () => socket.readyState === WebSocket.CLOSED, terminate: () => socket.terminate() };
}
