import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { constants, setPriority } from 'node:os';

// Asks for the server's health all the time, in a process of its own: what the benchmark does beside it, such as
// reading big answers and the memory of processes, is not to be taken for a pause of the server.
//
// It still shares the cores with the load and the server, so it may itself stand ready to run and wait for a core while
// the answer already lies there. Linux counts that per thread; it is sent with each wait, so that the two can be
// separated.
try {
  setPriority(0, constants.priority.PRIORITY_HIGH);
} catch {
  // Only an administrator of the machine may; without it more of each wait is the client's own.
}
const [url, everyMs] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const waits = [];
const state = { isOver: false };
process.once('message', () => {
  state.isOver = true;
});
while (!state.isOver) {
  const stoodBefore = stoodMs();
  const began = performance.now();
  await new Promise((resolve, reject) => {
    request(url, { agent }, (answer) => void answer.resume().once('end', resolve))
      .once('error', reject)
      .end();
  });
  waits.push({ ms: performance.now() - began, ownMs: stoodMs() - stoodBefore });
  await new Promise((resolve) => setTimeout(resolve, Number(everyMs)));
}
agent.destroy();
process.send(waits, () => process.disconnect());

/**
 * Milliseconds that this thread has been ready to run without a core since it began; 0 where the system does not tell.
 */
function stoodMs() {
  if (process.platform !== 'linux') return 0;
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6;
}
