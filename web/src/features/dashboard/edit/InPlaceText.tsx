import { useState } from 'react';
import { cx } from '../../../ui/common/cx.ts';
import classes from '../Dashboard.module.css';

type InPlaceTextProps = {
  readonly label: string;
  readonly value: string;
  readonly onCommit: (value: string) => void;
  readonly className?: string | undefined;
  readonly placeholder?: string;
};

/** Text that is typed where it stands. Enter and leaving take it, Escape puts the old one back: one step each. */
export function InPlaceText({ label, value, onCommit, className, placeholder }: InPlaceTextProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const take = () => {
    if (typed !== null && typed !== value) onCommit(typed);
    setTyped(null);
  };
  return (
    <input
      className={cx(classes['inPlace'], className)}
      aria-label={label}
      placeholder={placeholder}
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape' && typed !== null) {
          event.stopPropagation();
          setTyped(null);
        }
      }}
    />
  );
}
