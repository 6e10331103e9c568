import { Link } from 'react-router';
import classes from './QueryLog.module.css';
import type { Subject } from './query-text.ts';

/** A link while the object is there, its name after that. */
export function SubjectLink({ subject }: { readonly subject: Subject | null }) {
  if (subject === null) return null;
  if (subject.href === null)
    return (
      <span className={`${classes['cut']} ${classes['muted']}`} title={subject.text}>
        {subject.text}
      </span>
    );
  return (
    <Link to={subject.href} className={`${classes['cut']} ${classes['link']}`} title={subject.text}>
      {subject.text}
    </Link>
  );
}
