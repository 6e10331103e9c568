import { parentPort } from 'node:worker_threads';
import type { Said } from '../../engines/process/request-thread.ts';
import { layOut, type FormatReply } from './lay-out.ts';

export type FormatRequest = { readonly sql: string; readonly dialect: string };

parentPort?.on('message', ({ sql, dialect }: FormatRequest) => {
  const say = (said: Said<FormatReply>): void => parentPort?.postMessage(said);
  say('began');
  say(layOut(sql, dialect));
});
