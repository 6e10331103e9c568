import { spawn } from 'node:child_process';
import { root } from './paths.mjs';

/** How a program ends that was signalled: 128 and the number of the signal, as shells tell it. */
const signals = { SIGINT: 130, SIGTERM: 143 };

/**
 * Run a program to its end. A signal to this process ends that program first, and then this process: an installation or
 * a build that ran on would write into the tree of the next start.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, quiet?: boolean, cwd?: string, tied?: boolean }} [options] `quiet` keeps the
 * output instead of showing it; `tied` gives a Node program a channel that closes when this process is killed
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, args, { env = {}, quiet = false, cwd = root, tied = false } = {}) {
  return new Promise((resolve, reject) => {
    const shown = quiet ? 'pipe' : 'inherit';
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', shown, shown, ...(tied ? ['ipc'] : [])],
    });
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    let signalled = null;
    const pass = (signal) => {
      signalled = signal;
      child.kill(signal);
    };
    for (const signal of Object.keys(signals)) process.on(signal, pass);
    const settle = () => {
      for (const signal of Object.keys(signals)) process.off(signal, pass);
    };
    child.on('error', (error) => {
      settle();
      reject(error);
    });
    child.on('close', (code) => {
      settle();
      if (signalled !== null) process.exit(signals[signalled]);
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}
