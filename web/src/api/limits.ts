/** Bounds of the server's configuration that the page must know before it asks. */
export type Limits = {
  /** Largest row limit of a chart ([5.0-01]). */
  readonly maxRows: number;
  /** Most rows of a full download (ruling 6). */
  readonly downloadRows: number;
  /** Longest wait for chart data: the server's limit in seconds × 1000 ([9.0-01]). */
  readonly timeoutMs: number;
  /** Pause between two questions for asynchronous answers ([9.0-02]). */
  readonly pollMs: number;
  /** Path of the websocket that brings them; null: by polling, the default. */
  readonly socketPath: string | null;
  /** Whether other sites may show standalone pages in their frames. */
  readonly mayBeFramed: boolean;
  /** Most rows of a result in the SQL editor, and those that are asked for unless somebody says otherwise. */
  readonly sqlRows: number;
  readonly sqlDefaultRows: number;
  /** Whether tabs of the SQL editor are stored on the server as well. */
  readonly keepsTabs: boolean;
  /** Who gives the tiles under maps; null where nobody does. */
  readonly tiles: { readonly url: string; readonly attribution: string } | null;
};

const defaults: Limits = {
  maxRows: 100_000,
  downloadRows: 1_000_000,
  timeoutMs: 60_000,
  pollMs: 500,
  socketPath: null,
  mayBeFramed: false,
  sqlRows: 100_000,
  sqlDefaultRows: 1000,
  keepsTabs: true,
  tiles: null,
};

/**
 * `rows=100000,downloads=1000000,timeout=60,poll=500,socket=/ws` as the server writes it into the page; what is
 * missing takes the server's defaults.
 */
export function readLimits(text: string): Limits {
  const rows = Number(/\brows=(\d+)/.exec(text)?.[1]);
  const downloads = Number(/\bdownloads=(\d+)/.exec(text)?.[1]);
  const seconds = Number(/\btimeout=(\d+)/.exec(text)?.[1]);
  const poll = Number(/\bpoll=(\d+)/.exec(text)?.[1]);
  const [, sqlRows, sqlDefault] = (/\bsql=(\d+)\/(\d+)/.exec(text) ?? []).map(Number);
  return {
    maxRows: rows > 0 ? rows : defaults.maxRows,
    downloadRows: downloads > 0 ? downloads : defaults.downloadRows,
    timeoutMs: seconds > 0 ? seconds * 1000 : defaults.timeoutMs,
    pollMs: poll > 0 ? poll : defaults.pollMs,
    socketPath: /\bsocket=(\/[\w/-]+)/.exec(text)?.[1] ?? defaults.socketPath,
    tiles: readTiles(/\btiles=([^,|]+)\|([^,]+)/.exec(text)),
    mayBeFramed: /\bframes=1\b/.test(text),
    sqlRows: sqlRows ?? defaults.sqlRows,
    sqlDefaultRows: sqlDefault ?? defaults.sqlDefaultRows,
    keepsTabs: !/\btabs=local\b/.test(text),
  };
}

function readTiles(found: RegExpExecArray | null): Limits['tiles'] {
  const [, url, attribution] = found ?? [];
  return url === undefined || attribution === undefined
    ? null
    : { url: decodeURIComponent(url), attribution: decodeURIComponent(attribution) };
}

export const limits: Limits = readLimits(
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>('meta[name="tessera-limits"]')?.content ?? ''),
);
