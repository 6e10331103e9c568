import { t } from '@tessera/core/messages';
import { use, useRef, type KeyboardEvent, type ReactNode } from 'react';
import classes from './Chart.module.css';
import { MarkDeskContext, type MarkHost } from './drill/mark-host.ts';
import { stepInSeries, stepMark } from './mark-steps.ts';
import type { Touch } from './use-touch.ts';

type TouchableProps = {
  readonly title: string;
  readonly touch: Touch;
  /** Whether a stretch of its axis can be selected. */
  readonly brushes?: boolean;
  readonly children: ReactNode;
};

/**
 * A picture whose marks the keyboard reaches: arrows move over them, Enter presses, the menu key opens what can be
 * done, Escape clears. Where a stretch of the axis can be selected, Shift with an arrow takes it on from the mark, and
 * Enter selects it. Each mark is read aloud when it is reached.
 */
export function Touchable({ title, touch, brushes = false, children }: TouchableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { press } = use(MarkDeskContext).host;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== frame.current || event.altKey) return;
    if (isHandled(event, touch, brushes, frame.current)) event.preventDefault();
  };
  return (
    <div
      ref={frame}
      role="application"
      aria-roledescription={t('chart')}
      aria-label={nameOf(title, brushes, press)}
      tabIndex={0}
      className={classes['touchable']}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (event.target === frame.current && touch.menu === null) touch.focus(null);
      }}
    >
      {children}
      <span className="ts-visually-hidden" role="status" data-spoken>
        {touch.spoken}
      </span>
    </div>
  );
}

function nameOf(title: string, brushes: boolean, press: MarkHost['press']): string {
  if (press === 'menu')
    return brushes
      ? t('Marks of %(title)s. Arrow keys move, with Shift they choose a range, Enter opens what can be done.', {
          title,
        })
      : t('Marks of %(title)s. Arrow keys move, Enter opens what can be done.', { title });
  return brushes
    ? t('Marks of %(title)s. Arrow keys move, with Shift they choose a range, Enter selects, Escape clears.', {
        title,
      })
    : t('Marks of %(title)s. Arrow keys move, Enter selects, Escape clears.', { title });
}

function isHandled(event: KeyboardEvent, touch: Touch, brushes: boolean, frame: HTMLElement): boolean {
  const { focused } = touch;
  if (event.key === 'Escape') return touch.range.drop() || leave(touch);
  if (focused && (event.key === 'Enter' || event.key === ' ')) {
    if (touch.range.apply()) return true;
    touch.press(focused, event.ctrlKey || event.metaKey || event.shiftKey, placeOf(frame));
    return true;
  }
  if (focused && (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))) {
    touch.openMenu(focused, placeOf(frame));
    return true;
  }
  if (brushes && event.shiftKey && focused?.place) {
    const end = stepInSeries(touch.marks(), focused, event.key);
    if (end) touch.extend(end);
    return end !== null;
  }
  const next = stepMark(touch.marks(), focused?.key ?? null, event.key);
  if (next) touch.focus(next);
  return next !== null;
}

/** First the selection goes, then the place among the marks. */
function leave(touch: Touch): boolean {
  if (touch.clear()) return true;
  if (touch.focused === null) return false;
  touch.focus(null);
  return true;
}

/** Where the ring is, for a menu that the keyboard opens; the middle of the picture without one. */
function placeOf(frame: HTMLElement): { readonly x: number; readonly y: number } {
  const box = (frame.querySelector('[data-ring]') ?? frame).getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
