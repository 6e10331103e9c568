import { Session, type Profiler } from 'node:inspector';

/** Blocks of code that ran, and characters that searches of texts passed over. */
export type Work = { readonly blocks: number; readonly searched: number };

/** How much code does, counted and not timed: the same on every machine and beside any other work. */
export type WorkCounter = {
  readonly workOf: (run: () => unknown) => Promise<Work>;
  readonly stop: () => void;
};

/**
 * Begin before the code runs for the first time, in a file of the project `counted`: the coverage of V8 counts in
 * functions that are compiled later.
 */
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

type Search = 'exec' | 'indexOf' | 'lastIndexOf' | 'includes';

/** Searches of the engine itself run no block. A sticky pattern that fails is taken to fail where it begins. */
function countSearches(): { readonly characters: () => number; readonly stop: () => void } {
  let characters = 0;
  const passed = (from: number, to: number): void => void (characters += Math.max(0, to - from));
  const restores = [
    replace(
      RegExp.prototype,
      'exec',
      (original) =>
        function (this: RegExp, text: string) {
          const from = this.global || this.sticky ? this.lastIndex : 0;
          const found = Reflect.apply(original, this, [text]) as RegExpExecArray | null;
          if (found) passed(from, found.index + found[0].length + 1);
          else passed(from, this.sticky ? from + 1 : text.length);
          return found;
        },
    ),
    replace(
      String.prototype,
      'indexOf',
      (original) =>
        function (this: string, what: string, from = 0) {
          const found = Reflect.apply(original, this, [what, from]) as number;
          passed(from, found < 0 ? this.length : found);
          return found;
        },
    ),
    replace(
      String.prototype,
      'lastIndexOf',
      (original) =>
        function (this: string, what: string, from = Infinity) {
          const found = Reflect.apply(original, this, [what, from]) as number;
          passed(found, Math.min(this.length, from));
          return found;
        },
    ),
    replace(
      String.prototype,
      'includes',
      () =>
        function (this: string, what: string, from = 0) {
          return this.indexOf(what, from) !== -1;
        },
    ),
  ];
  return { characters: () => characters, stop: () => restores.forEach((restore) => restore()) };
}

type Method = (...given: never[]) => unknown;

/** @returns puts the original back */
function replace(of: object, name: Search, by: (original: Method) => Method): () => void {
  const original = Object.getOwnPropertyDescriptor(of, name);
  if (typeof original?.value !== 'function') throw new Error(`There is no ${name} to replace.`);
  Object.defineProperty(of, name, { ...original, value: by(original.value as Method) });
  return () => void Object.defineProperty(of, name, original);
}
