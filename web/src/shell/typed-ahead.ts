/** What is typed while the code of a field loads. */
export type TypedAhead = {
  /** Letters go nowhere else from now on. */
  readonly begin: () => void;
  /** The letters so far, once: none are collected any more. */
  readonly take: () => string;
};

/** Whoever types for longer than this, in ms, sees that nothing comes: without a network, say. */
const MOST_MS = 5000;

/** Collects letters at a target, before anything else there takes them. Escape ends it and throws them away. */
export function createTypedAhead(target: EventTarget): TypedAhead {
  let text = '';
  let until = 0;
  const end = (): void => target.removeEventListener('keydown', onKey, { capture: true });
  function onKey(event: Event): void {
    if (!isKey(event) || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape' || event.timeStamp > until) {
      text = '';
      end();
      return;
    }
    if (event.key === 'Backspace') text = text.slice(0, -1);
    else if (/^.$/u.test(event.key)) text += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return {
    begin: () => {
      text = '';
      until = performance.now() + MOST_MS;
      target.addEventListener('keydown', onKey, { capture: true });
    },
    take: () => {
      end();
      const taken = text;
      text = '';
      return taken;
    },
  };
}

function isKey(event: Event): event is KeyboardEvent {
  return 'key' in event;
}
