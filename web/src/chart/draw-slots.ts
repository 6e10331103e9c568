/** What drawing in slots needs of the page. */
export type DrawSlotsIo = {
  /** Run before the next picture of the page, or soon where it shows none. */
  readonly frame: (run: () => void) => void;
  /** Run, with everything that it changes on the page. */
  readonly now: (run: () => void) => void;
  /** A clock, in ms. */
  readonly clock: () => number;
};

/** What charts may take of one frame while a hand moves over the page. */
const BUDGET_MS = 20;
/** What was drawn so recently may still move. */
const DRAWN_MS = 300;

/**
 * Charts with new answers are drawn by slots: all in one go, or, while somebody draws a brush, as many as a frame has
 * room for, in the order in which their answers came. Those that take long then follow at their own pace.
 */
export function createDrawSlots(io: DrawSlotsIo) {
  const waiting = new Set<() => void>();
  let isPlanned = false;
  let isPaced = false;
  let crowdedMs = -Infinity;

  const plan = (): void => {
    if (isPlanned || waiting.size === 0) return;
    isPlanned = true;
    io.frame(() => {
      isPlanned = false;
      if (isPaced || waiting.size > 1) crowdedMs = io.clock();
      if (isPaced) someOf();
      else for (const draw of take(waiting)) draw();
      plan();
    });
  };
  const someOf = (): void => {
    const since = io.clock();
    for (const draw of waiting) {
      waiting.delete(draw);
      io.now(draw);
      if (io.clock() - since >= BUDGET_MS) return;
    }
  };

  return {
    /** A chart has something to draw; it has one slot however often it asks. */
    wait: (draw: () => void): void => {
      waiting.add(draw);
      plan();
    },
    leave: (draw: () => void): void => void waiting.delete(draw),
    isWaiting: (draw: () => void): boolean => waiting.has(draw),
    /** Whether a hand moves over the page. */
    pace: (on: boolean): void => {
      isPaced = on;
    },
    isPaced: (): boolean => isPaced,
    /** Whether many charts change at once: then nothing moves, so that all of them stand sooner. */
    isCrowd: (): boolean => io.clock() - crowdedMs < DRAWN_MS,
  };
}
export type DrawSlots = ReturnType<typeof createDrawSlots>;

function take<T>(from: Set<T>): readonly T[] {
  const all = [...from];
  from.clear();
  return all;
}
