import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { initSync } from 'minijinja-js/dist/web/minijinja_js.js';
import type { Said } from '../engines/process/request-thread.ts';
import { renderInSandbox } from './sandbox.ts';
import type { RenderReply, RenderRequest } from './template-data.ts';
import { boundMemory } from './wasm-memory.ts';

/** 32 MiB: a thousand times the longest template that may be rendered. */
const MEMORY_PAGES = 512;

const path = createRequire(import.meta.url).resolve('minijinja-js/dist/web/minijinja_js_bg.wasm');
initSync({ module: boundMemory(readFileSync(path), MEMORY_PAGES) });

parentPort?.on('message', (request: RenderRequest) => {
  const say = (said: Said<RenderReply>): void => parentPort?.postMessage(said);
  say('began');
  say(renderInSandbox(request));
});
