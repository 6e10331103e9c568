import type { KeyboardEvent, PointerEvent } from 'react';
import classes from './Separator.module.css';

type SeparatorProps = {
  readonly label: string;
  /** Of the line itself: a vertical one moves sideways. */
  readonly orientation: 'horizontal' | 'vertical';
  /** Size of what is before the line, or of what is behind it. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** By so much an arrow moves it. */
  readonly step: number;
  /** How much a pixel is worth in the units of `value`; negative where `value` is the size of what is behind. */
  readonly perPixel: () => number;
  readonly onChange: (value: number) => void;
  /** Enter, and a double click. */
  readonly onReset?: () => void;
};

/** The line between two panes: drag it, or press the arrows on it. */
export function Separator({ label, orientation, value, min, max, step, perPixel, onChange, onReset }: SeparatorProps) {
  const isVertical = orientation === 'vertical';
  const set = (next: number) => onChange(Math.min(max, Math.max(min, next)));
  const onPointerDown = (start: PointerEvent<HTMLElement>) => {
    if (start.button !== 0) return;
    const handle = start.currentTarget;
    const from = isVertical ? start.clientX : start.clientY;
    const factor = perPixel();
    handle.setPointerCapture(start.pointerId);
    const onMove = (move: globalThis.PointerEvent) =>
      set(value + ((isVertical ? move.clientX : move.clientY) - from) * factor);
    handle.addEventListener('pointermove', onMove);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', onMove), {
      once: true,
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return onReset?.();
    const next = keyed(event.key, isVertical, value, Math.sign(perPixel()) * step, min, max);
    if (next === null) return;
    event.preventDefault();
    set(next);
  };
  return (
    // A separator that can be moved takes the focus and the arrows, as ARIA has it.
    <div
      role="separator"
      aria-orientation={orientation}
      aria-label={label}
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={classes['separator']}
      onPointerDown={onPointerDown}
      onDoubleClick={onReset}
      onKeyDown={onKeyDown}
    />
  );
}

function keyed(key: string, isVertical: boolean, value: number, step: number, min: number, max: number) {
  const [less, more] = isVertical ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  if (key === less) return value - step;
  if (key === more) return value + step;
  if (key === 'Home') return min;
  return key === 'End' ? max : null;
}
