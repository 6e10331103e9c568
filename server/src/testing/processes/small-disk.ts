import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of a few megabytes. */
export type SmallDisk = {
  readonly folder: string;
  readonly fill: () => void;
  readonly free: () => void;
  readonly unmount: () => void;
};

/** Whether this user may mount one. */
export function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-disk-'));
  const isMounted = mount(folder, 1);
  if (isMounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
  return isMounted;
}

export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-disk-'));
  if (!mount(folder, megabytes)) throw new Error('no disk could be mounted');
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () => fillUp(ballast),
    free: () => rmSync(ballast, { force: true }),
    unmount: () => {
      spawnSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function mount(folder: string, megabytes: number): boolean {
  return (
    process.platform === 'linux' &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder]).status === 0
  );
}

/** To the last byte, also of what was freed since. */
function fillUp(file: string): void {
  const handle = openSync(file, 'a');
  try {
    for (let size = 1024 * 1024; size > 0; size = Math.floor(size / 2)) {
      try {
        for (;;) writeSync(handle, Buffer.alloc(size));
      } catch {
        // what is left takes smaller parts only
      }
    }
  } finally {
    closeSync(handle);
  }
}
