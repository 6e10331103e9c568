import { parentPort } from 'node:worker_threads';
import type { Said } from '../../engines/process/request-thread.ts';
import { layOut } from './lay-out.ts';

export type FormatRequest = { readonly sql: string; readonly dialect: string };
/** `null`: the text cannot be laid out and mean the same. */
export type FormatReply = { readonly sql: string | null; readonly isLong: boolean };

parentPort?.on('message', ({ sql, dialect }: FormatRequest) => {
  const say = (said: Said<FormatReply>): void => parentPort?.postMessage(said);
  say('began');
  const made = layOut(sql, dialect);
  say(made === 'long' ? { sql: null, isLong: true } : { sql: made, isLong: false });
});
