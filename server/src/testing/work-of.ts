import { Session, type Profiler } from 'node:inspector';

const { exec } = RegExp.prototype;
const { indexOf, lastIndexOf, includes } = String.prototype;

/** Blocks of code that ran, and characters that searches of texts passed over. */
export type Work = { readonly blocks: number; readonly searched: number };

/** How much code does, counted and not timed: the same on every machine and beside any other work. */
export type WorkCounter = {
  readonly workOf: (run: () => unknown) => Promise<Work>;
  readonly stop: () => void;
};

/** Begin before the code runs for the first time: the coverage of V8 counts in functions that are compiled later. */
export function countWork(): WorkCounter {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const takeBlocks = (): number => {
    let blocks = 0;
    session.post('Profiler.takePreciseCoverage', (_, { result }) => (blocks = blocksIn(result)));
    return blocks;
  };
  return {
    workOf: async (run) => {
      takeBlocks();
      const searches = countSearches();
      try {
        await run();
        return { blocks: takeBlocks(), searched: searches.characters() };
      } finally {
        searches.stop();
      }
    },
    stop: () => {
      session.post('Profiler.disable');
      session.disconnect();
    },
  };
}

function blocksIn(scripts: readonly Profiler.ScriptCoverage[]): number {
  let blocks = 0;
  for (const { functions } of scripts)
    for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
  return blocks;
}

/** Searches of the engine itself run no block. A sticky pattern that fails is taken to fail where it begins. */
function countSearches(): { readonly characters: () => number; readonly stop: () => void } {
  let characters = 0;
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    if (found) characters += found.index + found[0].length - from + 1;
    else characters += this.sticky ? 1 : Math.max(0, text.length - from);
    return found;
  };
  String.prototype.indexOf = function (this: string, what: string, from = 0) {
    const found = indexOf.call(this, what, from);
    characters += Math.max(0, (found < 0 ? this.length : found) - from);
    return found;
  };
  String.prototype.lastIndexOf = function (this: string, what: string, from = Infinity) {
    const found = lastIndexOf.call(this, what, from);
    characters += Math.min(this.length, from) - Math.max(0, found);
    return found;
  };
  String.prototype.includes = function (this: string, what: string, from = 0) {
    return this.indexOf(what, from) >= 0;
  };
  return {
    characters: () => characters,
    stop: () => {
      RegExp.prototype.exec = exec;
      Object.assign(String.prototype, { indexOf, lastIndexOf, includes });
    },
  };
}
