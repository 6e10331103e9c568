import { parentPort } from 'node:worker_threads';
import type { Said } from '../../engines/process/request-thread.ts';
import { drawDashboard, type SheetReply, type SheetRequest } from './draw-dashboard.ts';

const say = (said: Said<SheetReply>): void => parentPort?.postMessage(said);

parentPort?.on('message', (request: SheetRequest) => {
  say('began');
  void drawDashboard(request).then(say);
});
