import { parentPort } from 'node:worker_threads';
import type { Said } from '../../engines/process/request-thread.ts';
import { convertAnswer, type ConvertReply, type ConvertRequest } from './convert-answer.ts';

parentPort?.on('message', (request: ConvertRequest) => {
  const say = (said: Said<ConvertReply>): void => parentPort?.postMessage(said);
  say('began');
  say(convertAnswer(request));
});
