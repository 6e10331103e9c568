import classes from './SqlText.module.css';

type SqlTextProps = { readonly label: string; readonly sql: string };

/** A text of SQL to be read, not written; a long one scrolls, by keyboard too. */
export function SqlText({ label, sql }: SqlTextProps) {
  return (
    <pre className={classes['text']} role="region" aria-label={label} tabIndex={0}>
      {sql}
    </pre>
  );
}
