import { spawnSync } from 'node:child_process';

/**
 * How a program runs among process numbers of its own, as in a container; as it is where the machine does not allow
 * that.
 */
export function inOwnNamespace(program: string, args: readonly string[]): readonly [string, readonly string[]] {
  const isolate = ['--pid', '--fork', '--mount-proc', '--kill-child'];
  return spawnSync('unshare', [...isolate, 'true']).status === 0
    ? ['unshare', [...isolate, program, ...args]]
    : [program, args];
}
