import { parentPort } from 'node:worker_threads';
import type { Said } from '../../engines/process/request-thread.ts';
import { retold, type RetellReply, type RetellRequest } from './retold.ts';

parentPort?.on('message', (request: RetellRequest) => {
  const say = (said: Said<RetellReply>): void => parentPort?.postMessage(said);
  say('began');
  say(retold(request));
});
