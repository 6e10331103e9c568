import { parentPort } from 'node:worker_threads';
import type { Said } from '../../engines/process/request-thread.ts';
import { drawPicture, type PictureReply, type PictureRequest } from './draw-picture.ts';

const say = (said: Said<PictureReply>): void => parentPort?.postMessage(said);

parentPort?.on('message', (request: PictureRequest) => {
  say('began');
  void drawPicture(request).then(say);
});
