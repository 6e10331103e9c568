import { readdirSync, readFileSync } from 'node:fs';

/** Proportional memory of a process and all its descendants, in MB (Linux); NaN where the system does not tell. */
export function proportionalMemory(pid: number): number {
  let kilobytes = 0;
  for (const member of family(pid)) {
    try {
      const rollup = readFileSync(`/proc/${member}/smaps_rollup`, 'utf8');
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
    } catch {
      // The process ended between the listing and the reading.
    }
  }
  return kilobytes === 0 ? Number.NaN : kilobytes / 1024;
}

function family(root: number): number[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      // "pid (name) state parent …": the name may hold spaces and brackets, so read behind the last bracket.
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // Ended meanwhile.
    }
  }
  const members = [root];
  for (let index = 0; index < members.length; index++) {
    for (const [pid, parent] of parents) if (parent === members[index]) members.push(pid);
  }
  return members;
}
