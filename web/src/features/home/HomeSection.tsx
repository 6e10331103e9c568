import { t } from '@tessera/core/messages';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import classes from './HomePage.module.css';

type HomeSectionProps = {
  readonly title: string;
  /** `loading`, `ready`, or the error. */
  readonly state: 'loading' | 'ready' | Error;
  readonly onRetry?: () => void;
  /** Cards to hold the place of while loading. */
  readonly places?: number;
  /** The sentence shown instead of cards; `null` when there are some. */
  readonly empty?: string | null;
  readonly more?: { readonly href: string; readonly label: string };
  readonly children: ReactNode;
};

/** A row of cards under a heading; each section loads and fails on its own. */
export function HomeSection({ title, state, onRetry, places = 4, empty = null, more, children }: HomeSectionProps) {
  return (
    <section className={classes['section']} aria-label={title} aria-busy={state === 'loading'}>
      <div className={classes['sectionHead']}>
        <h2>{title}</h2>
        {more && (
          <Link to={more.href} className={classes['more']}>
            {more.label}
          </Link>
        )}
      </div>
      <SectionBody state={state} places={places} empty={empty} onRetry={onRetry}>
        {children}
      </SectionBody>
    </section>
  );
}

function SectionBody({
  state,
  places,
  empty,
  onRetry,
  children,
}: {
  readonly state: HomeSectionProps['state'];
  readonly places: number;
  readonly empty: string | null;
  readonly onRetry: (() => void) | undefined;
  readonly children: ReactNode;
}) {
  if (state instanceof Error) return <ErrorCard error={state} small {...(onRetry ? { onRetry } : {})} />;
  if (state === 'loading') {
    return (
      <div className={classes['cards']} role="status" aria-label={t('Loading…')}>
        {places === 0 ? (
          <Skeleton height={54} radius="var(--ts-radius)" />
        ) : (
          Array.from({ length: places }, (_, place) => <Skeleton key={place} height={172} radius="var(--ts-radius)" />)
        )}
      </div>
    );
  }
  if (empty !== null) return <p className={classes['quiet']}>{empty}</p>;
  return <div className={classes['cards']}>{children}</div>;
}
