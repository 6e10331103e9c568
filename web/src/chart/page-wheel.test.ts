import { expect, test } from 'vitest';
import { attachPageWheel } from './page-wheel.ts';

test('the wheel alone scrolls the page; with Ctrl or ⌘ the canvas hears of it', () => {
  const heard: ((event: WheelEvent) => void)[] = [];
  const detach = attachPageWheel({
    addEventListener: (type: string, listener: unknown, options: unknown) => {
      expect([type, options]).toMatchObject(['wheel', { capture: true }]);
      heard.push(listener as (event: WheelEvent) => void);
    },
    removeEventListener: (_: string, listener: unknown) => {
      heard.splice(heard.indexOf(listener as (event: WheelEvent) => void), 1);
    },
  });
  const isStopped = (keys: { readonly ctrlKey?: boolean; readonly metaKey?: boolean }) => {
    const event = Object.assign(new Event('wheel', { bubbles: true, cancelable: true }), {
      ctrlKey: false,
      metaKey: false,
      ...keys,
    });
    for (const listener of heard) listener(event as unknown as WheelEvent);
    // The page scrolls as long as nobody prevents it.
    expect(event.defaultPrevented).toBe(false);
    return event.cancelBubble;
  };
  expect([isStopped({}), isStopped({ ctrlKey: true }), isStopped({ metaKey: true })]).toEqual([true, false, false]);
  detach();
  expect(heard).toEqual([]);
});
