import { moreText } from './beyond.ts';
import classes from './PaperNote.module.css';

/** What a grid on paper says of its rows and columns that are not there: nobody scrolls to them. */
export function PaperNote({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  if (rows <= 0 && columns <= 0) return null;
  return (
    <p className={classes['note']} role="note">
      {moreText(rows, columns)}
    </p>
  );
}
