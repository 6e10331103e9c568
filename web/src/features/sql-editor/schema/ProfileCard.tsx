import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { t } from '@tessera/core/messages';
import { placeBubble } from '../../../ui/overlays/place-bubble.ts';
import type { ProfileSource } from './column-profile.ts';
import { ProfileFacts } from './ProfileFacts.tsx';
import classes from './SchemaBar.module.css';
import type { Hovered } from './use-hovered.ts';

type ProfileCardProps = {
  readonly source: ProfileSource;
  readonly hovered: Hovered;
  readonly onInsert: (condition: string) => void;
  /** The pointer is over the card, or has left it. */
  readonly onOver: (isOver: boolean) => void;
  readonly onClose: () => void;
};

/** The profile of the column that the pointer rests on, beside the bar. */
export function ProfileCard({ source, hovered, onInsert, onOver, onClose }: ProfileCardProps) {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const own = card.current;
    if (!own) return;
    const place = () => {
      const screen = { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight };
      const { x, y } = placeBubble(
        hovered.anchor.getBoundingClientRect(),
        own.getBoundingClientRect(),
        screen,
        'right',
      );
      Object.assign(own.style, { left: `${x}px`, top: `${y}px` });
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(own);
    return () => observer.disconnect();
  }, [hovered]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [onClose]);
  const { name } = hovered.row.column;
  return createPortal(
    <div
      ref={card}
      role="group"
      aria-label={t('Profile of %s', name)}
      className={classes['card']}
      onPointerEnter={() => onOver(true)}
      onPointerLeave={() => onOver(false)}
    >
      <h3 className={classes['cardTitle']}>{name}</h3>
      <ProfileFacts source={source} row={hovered.row} onInsert={onInsert} />
    </div>,
    document.body,
  );
}
