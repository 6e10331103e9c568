import { parentPort } from 'node:worker_threads';
import type { Said } from '../../engines/process/request-thread.ts';
import { drawStills, type StillsReply, type StillsRequest } from './draw-stills.ts';

const say = (said: Said<StillsReply>): void => parentPort?.postMessage(said);

parentPort?.on('message', (request: StillsRequest) => {
  say('began');
  void drawStills(request).then(say);
});
