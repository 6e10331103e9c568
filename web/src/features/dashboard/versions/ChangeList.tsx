import type { ChangeLine } from './change-lines.ts';
import classes from './Versions.module.css';

/** Differences in words, one to a line. */
export function ChangeList({ lines }: { readonly lines: readonly ChangeLine[] }) {
  return (
    <ul className={classes['lines']}>
      {lines.map(({ key, deed, text }) => (
        <li key={key} data-deed={deed}>
          {text}
        </li>
      ))}
    </ul>
  );
}
