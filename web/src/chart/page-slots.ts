import { flushSync } from 'react-dom';
import { createDrawSlots } from './draw-slots.ts';

/** A page in the background has no frames, and its charts are drawn nevertheless. */
const NO_FRAME_MS = 200;

/** The slots of all charts of the page. */
export const pageSlots = createDrawSlots({
  frame: (run) => {
    let isRun = false;
    const once = (): void => {
      if (isRun) return;
      isRun = true;
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      run();
    };
    const frame = requestAnimationFrame(once);
    const timer = setTimeout(once, NO_FRAME_MS);
  },
  now: (run) => flushSync(run),
  clock: () => performance.now(),
});
