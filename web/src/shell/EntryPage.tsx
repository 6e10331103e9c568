import { t } from '@tessera/core/messages';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../ui/layout/Page.tsx';
import classes from './EntryPage.module.css';
import { Mark } from './Mark.tsx';

/** The frame of pages before the sign-in: the mark and one card. */
export function EntryPage({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
}) {
  useDocumentTitle(title);
  return (
    <main className={classes['gate']}>
      <div className={classes['brand']}>
        <Mark size={28} />
        {t('Tessera')}
      </div>
      <section className={classes['card']}>
        <h1 className={classes['title']}>{title}</h1>
        {text !== undefined && <p className={classes['text']}>{text}</p>}
        {children}
      </section>
    </main>
  );
}
