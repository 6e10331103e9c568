import { writeSync } from 'node:fs';
import { hostname } from 'node:os';

export type LogStream = { readonly write: (line: string) => void };
type Needs = {
  readonly fd: number;
  /** Writes and tells how many bytes it took; throws as `fs.writeSync` does. */
  readonly write?: (fd: number, bytes: Uint8Array) => number;
  /** A log that failed is tried again after so long, also when nothing is to be said. */
  readonly retryMs?: number;
};

const RETRY_MS = 5000;
/** What a slow reader of a pipe may be behind. */
const MAX_WAITING_BYTES = 1024 * 1024;
const WAIT_MS = 20;
const WARN = 40;

/**
 * Where the lines of the log go. It never throws and never keeps anybody waiting: what cannot be written (a full disk,
 * a pipe that nobody reads any more) is dropped and counted, and the count is the next line that gets through.
 */
export function createLogStream({ fd, write = writeSync, retryMs = RETRY_MS }: Needs): LogStream {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let dropped = 0;
  let reason = '';
  /** A part of a line is there without its end. */
  let isTorn = false;
  let timer: { readonly handle: NodeJS.Timeout; readonly ms: number } | null = null;

  /** @returns whether the line is on its way; false where it has to be dropped */
  function send(bytes: Uint8Array): boolean {
    let at = 0;
    try {
      while (at < bytes.length) at += write(fd, bytes.subarray(at));
      return true;
    } catch (error) {
      const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error);
      if (code === 'EAGAIN' && waitingBytes + bytes.length - at <= MAX_WAITING_BYTES) {
        waiting.unshift(bytes.subarray(at));
        waitingBytes += bytes.length - at;
        return true;
      }
      isTorn ||= at > 0;
      reason = code;
      return false;
    }
  }

  function accept(line: string): void {
    const bytes = Buffer.from(line);
    if (waiting.length === 0) {
      if (!send(bytes)) drop(reason);
      if (isBehind()) plan(WAIT_MS);
      return;
    }
    if (waitingBytes + bytes.length > MAX_WAITING_BYTES) return drop('EAGAIN');
    waiting.push(bytes);
    waitingBytes += bytes.length;
  }

  function isBehind(): boolean {
    return waiting.length > 0;
  }

  function drop(code: string): void {
    dropped += 1;
    reason = code;
    plan(retryMs);
  }

  function flush(): void {
    while (waiting.length > 0) {
      const next = waiting.shift() as Uint8Array;
      waitingBytes -= next.length;
      const before = waiting.length;
      if (!send(next)) drop(reason);
      if (waiting.length > before) return plan(WAIT_MS); // it is still full
    }
    tellDropped();
  }

  /** @returns whether lines get through */
  function tellDropped(): boolean {
    if (dropped === 0) return true;
    if (isBehind()) return false;
    const note = {
      level: WARN,
      time: Date.now(),
      pid: process.pid,
      hostname: hostname(),
      dropped,
      reason,
      msg: `${dropped} ${dropped === 1 ? 'line' : 'lines'} of this log could not be written (${reason})`,
    };
    const before = isTorn;
    isTorn = false;
    if (!send(Buffer.from(`${before ? '\n' : ''}${JSON.stringify(note)}\n`))) {
      isTorn ||= before;
      plan(retryMs);
      return false;
    }
    dropped = 0;
    return true;
  }

  function plan(ms: number): void {
    if (timer !== null && timer.ms <= ms) return;
    if (timer !== null) clearTimeout(timer.handle);
    const handle = setTimeout(() => {
      timer = null;
      flush();
    }, ms);
    timer = { handle: handle.unref(), ms };
  }

  return {
    write: (line) => {
      if (tellDropped()) accept(line);
      else dropped += 1;
    },
  };
}
