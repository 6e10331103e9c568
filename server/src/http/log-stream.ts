import { writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { bindAll } from '../bind-all.ts';

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

type StreamState = {
  readonly fd: number;
  readonly write: (fd: number, bytes: Uint8Array) => number;
  readonly retryMs: number;
  waiting: Uint8Array[];
  waitingBytes: number;
  dropped: number;
  reason: string;
  /** A part of a line is there without its end. */
  isTorn: boolean;
  timer: { readonly handle: NodeJS.Timeout; readonly ms: number } | null;
};

/**
 * Where the lines of the log go. It never throws and never keeps anybody waiting: what cannot be written (a full disk,
 * a pipe that nobody reads any more) is dropped and counted, and the count is the next line that gets through.
 */
export function createLogStream({ fd, write = writeSync, retryMs = RETRY_MS }: Needs): LogStream {
  const state: StreamState = {
    fd,
    write,
    retryMs,
    waiting: [],
    waitingBytes: 0,
    dropped: 0,
    reason: '',
    isTorn: false,
    timer: null,
  };
  return bindAll(state, { write: writeLine });
}

/** @returns whether the line is on its way; false where it has to be dropped */
function send(state: StreamState, bytes: Uint8Array): boolean {
  let at = 0;
  try {
    while (at < bytes.length) at += state.write(state.fd, bytes.subarray(at));
    return true;
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error);
    if (code === 'EAGAIN' && state.waitingBytes + bytes.length - at <= MAX_WAITING_BYTES) {
      state.waiting.unshift(bytes.subarray(at));
      state.waitingBytes += bytes.length - at;
      return true;
    }
    state.isTorn ||= at > 0;
    state.reason = code;
    return false;
  }
}

function accept(state: StreamState, line: string): void {
  const bytes = Buffer.from(line);
  if (state.waiting.length === 0) {
    if (!send(state, bytes)) drop(state, state.reason);
    if (isBehind(state)) plan(state, WAIT_MS);
    return;
  }
  if (state.waitingBytes + bytes.length > MAX_WAITING_BYTES) return drop(state, 'EAGAIN');
  state.waiting.push(bytes);
  state.waitingBytes += bytes.length;
}

function isBehind(state: StreamState): boolean {
  return state.waiting.length > 0;
}

function drop(state: StreamState, code: string): void {
  state.dropped += 1;
  state.reason = code;
  plan(state, state.retryMs);
}

function flush(state: StreamState): void {
  while (state.waiting.length > 0) {
    const next = state.waiting.shift() as Uint8Array;
    state.waitingBytes -= next.length;
    const before = state.waiting.length;
    if (!send(state, next)) drop(state, state.reason);
    if (state.waiting.length > before) return plan(state, WAIT_MS); // it is still full
  }
  tellDropped(state);
}

/** @returns whether lines get through */
function tellDropped(state: StreamState): boolean {
  if (state.dropped === 0) return true;
  if (isBehind(state)) return false;
  const lines = state.dropped === 1 ? 'line' : 'lines';
  const note = {
    level: WARN,
    time: Date.now(),
    pid: process.pid,
    hostname: hostname(),
    dropped: state.dropped,
    reason: state.reason,
    msg: `${state.dropped} ${lines} of this log could not be written (${state.reason})`,
  };
  const before = state.isTorn;
  state.isTorn = false;
  if (!send(state, Buffer.from(`${before ? '\n' : ''}${JSON.stringify(note)}\n`))) {
    state.isTorn ||= before;
    plan(state, state.retryMs);
    return false;
  }
  state.dropped = 0;
  return true;
}

function plan(state: StreamState, ms: number): void {
  if (state.timer !== null && state.timer.ms <= ms) return;
  if (state.timer !== null) clearTimeout(state.timer.handle);
  const handle = setTimeout(() => {
    state.timer = null;
    flush(state);
  }, ms);
  state.timer = { handle: handle.unref(), ms };
}

function writeLine(state: StreamState, line: string): void {
  if (tellDropped(state)) accept(state, line);
  else state.dropped += 1;
}
