import type { ReactNode } from 'react';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import classes from './Explore.module.css';

/** A column that was folded away: its name on its side, and the way back. */
export function ColumnBar({
  label,
  action,
  icon,
  onOpen,
}: {
  readonly label: string;
  readonly action: string;
  readonly icon: ReactNode;
  readonly onOpen: () => void;
}) {
  return (
    <div className={classes['columnBar']}>
      <IconButton size="small" label={action} icon={icon} onClick={onOpen} />
      <span aria-hidden>{label}</span>
    </div>
  );
}
