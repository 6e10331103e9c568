import type { ReactNode } from 'react';
import classes from './WaysOut.module.css';

/** What can be done about something that happened: buttons, each with what follows from it. */
export function WaysOut({
  ways,
}: {
  readonly ways: readonly { readonly id: string; readonly button: ReactNode; readonly consequence: string }[];
}) {
  return (
    <ul className={classes['ways']}>
      {ways.map(({ id, button, consequence }) => (
        <li key={id}>
          {button}
          <span>{consequence}</span>
        </li>
      ))}
    </ul>
  );
}
