import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

// Asks for the server's health all the time, on a thread of its own: what the benchmark does beside it, such as reading
// big answers and the memory of processes, is not to be taken for a pause of the server.
const { url, everyMs } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const waits = [];
const state = { isOver: false };
parentPort.once('message', () => {
  state.isOver = true;
});
while (!state.isOver) {
  const began = performance.now();
  await new Promise((resolve, reject) => {
    request(url, { agent }, (answer) => void answer.resume().once('end', resolve)).once('error', reject).end();
  });
  waits.push(performance.now() - began);
  await new Promise((resolve) => setTimeout(resolve, everyMs));
}
agent.destroy();
parentPort.postMessage(waits);
