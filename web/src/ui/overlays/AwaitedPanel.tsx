import { t } from '@tessera/core/messages';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { Spinner } from '../feedback/Spinner.tsx';
import classes from './AwaitedPanel.module.css';
import { placeBubble } from './place-bubble.ts';

/** What is fast should not flicker. */
const DELAY_MS = 300;
const SPINNER_PX = 16;
/** They open what they are pressed on, and someone who waits presses them again. */
const OPENING_KEYS = ['Enter', ' ', 'ArrowDown', 'Shift', 'Control', 'Alt', 'Meta'];

type AwaitedPanelProps = {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
};

/**
 * Stands for a panel whose code is on its way. Whoever presses elsewhere or types does not wait for it any more: it
 * would take the keyboard from them when it comes.
 */
export function AwaitedPanel(props: AwaitedPanelProps) {
  return props.opened && <Awaited {...props} />;
}

function Awaited({ anchor, onChange }: AwaitedPanelProps) {
  const [isLate, setLate] = useState(false);
  const latest = useRef(onChange);
  useLayoutEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    const isOnAnchor = ({ target }: Event) => target instanceof Node && anchor.current?.contains(target) === true;
    const onPointer = (event: Event) => !isOnAnchor(event) && latest.current(false);
    const onKey = (event: KeyboardEvent) =>
      !(isOnAnchor(event) && OPENING_KEYS.includes(event.key)) && latest.current(false);
    const timer = setTimeout(() => setLate(true), DELAY_MS);
    addEventListener('pointerdown', onPointer, true);
    addEventListener('keydown', onKey, true);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', onPointer, true);
      removeEventListener('keydown', onKey, true);
    };
  }, [anchor]);
  return isLate && createPortal(<Wait anchor={anchor} />, document.body);
}

function Wait({ anchor }: Pick<AwaitedPanelProps, 'anchor'>) {
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!own.current || !anchor.current) return;
    const screen = { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight };
    const { x, y } = placeBubble(
      anchor.current.getBoundingClientRect(),
      own.current.getBoundingClientRect(),
      screen,
      'bottom',
    );
    Object.assign(own.current.style, { left: `${x}px`, top: `${y}px` });
  }, [anchor]);
  return (
    <div ref={own} role="status" className={classes['wait']}>
      <Spinner size={SPINNER_PX} />
      {t('Loading…')}
    </div>
  );
}
