/**
 * Over a page that scrolls, the wheel alone means the page: a canvas hears of it with Ctrl or ⌘ only, as maps do.
 *
 * @param frame  what the drawing library listens within
 * @returns takes it back
 */
export function attachPageWheel(frame: Pick<HTMLElement, 'addEventListener' | 'removeEventListener'>): () => void {
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
  };
  // On the way down, before the canvas within hears of it.
  const options = { capture: true, passive: true };
  frame.addEventListener('wheel', onWheel, options);
  return () => frame.removeEventListener('wheel', onWheel, options);
}
