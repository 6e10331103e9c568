const SHOW_AFTER_MS = 1000;

/**
 * Run one step and show it when it takes longer than a second: elapsed time on a terminal, one line elsewhere.
 * @template T
 * @param {string} label what is being done, as a user reads it
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(label, work) {
  const began = Date.now();
  const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`;
  let shown = false;
  const timer = setInterval(() => {
    if (process.stdout.isTTY) process.stdout.write(`\r${label} … ${seconds()}`);
    else if (!shown) console.log(`${label} …`);
    shown = true;
  }, SHOW_AFTER_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (shown && process.stdout.isTTY) process.stdout.write(`\r${label}: ${seconds()}\n`);
    else if (shown) console.log(`${label}: ${seconds()}`);
  }
}
