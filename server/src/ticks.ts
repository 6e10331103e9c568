import { setImmediate } from 'node:timers';

const lines = new Map<string, (() => void)[]>();
let isGoing = false;

/**
 * Wait for a tick of the event loop, of which a process has one. In each round of it one goes on, and users by rounds:
 * whatever arrives at once, and whoever sends it, everybody else waits for one part of the work and not for all.
 *
 * @param key  Who waits
 */
export function tickFor(key: string): Promise<void> {
  return new Promise((resolve) => {
    const line = lines.get(key);
    if (line) line.push(resolve);
    else lines.set(key, [resolve]);
    if (!isGoing) setImmediate(next);
    isGoing = true;
  });
}

function next(): void {
  const [first] = lines;
  if (first) {
    const [key, line] = first;
    line.shift()?.();
    // Who went on goes to the back of the round.
    lines.delete(key);
    if (line.length > 0) lines.set(key, line);
  }
  isGoing = lines.size > 0;
  if (isGoing) setImmediate(next);
}
