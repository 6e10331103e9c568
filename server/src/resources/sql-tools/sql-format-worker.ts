import type { Said } from '../../engines/process/request-thread.ts';
import { layOut, type FormatReply } from './lay-out.ts';

export type FormatRequest = { readonly sql: string; readonly dialect: string };

process.on('message', ({ sql, dialect }: FormatRequest) => {
  const say = (said: Said<FormatReply>): void => void process.send?.(said);
  say('began');
  say(layOut(sql, dialect));
});
