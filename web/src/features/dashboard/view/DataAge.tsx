import { IconClock } from '@tabler/icons-react';
import { instantText, t } from '@tessera/core/messages';
import { relativeTime } from '@tessera/core/relative-time';
import { useEffect, useState } from 'react';
import type { Shown } from '../../../chart/use-chart.ts';
import { cx } from '../../../ui/common/cx.ts';
import cardStyles from './Card.module.css';

/** Answers younger than an hour need no word on every card; older than a day are stale. */
const NEW_MS = 3_600_000;
const STALE_MS = 86_400_000;

/** How old the rows are that the picture shows. */
export function DataAge({ shown }: { readonly shown: Shown }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const cachedAt = shown.results.reduce<number | null>(
    (oldest, result) => (result.cachedAt === null ? oldest : Math.min(oldest ?? result.cachedAt, result.cachedAt)),
    null,
  );
  if (cachedAt === null || now - cachedAt < NEW_MS) return null;
  const age = relativeTime(cachedAt, now);
  return (
    <span
      className={cx(cardStyles['age'], now - cachedAt > STALE_MS && cardStyles['stale'])}
      title={t('The data is from %(time)s', {
        time: instantText(new Date(cachedAt), { dateStyle: 'medium', timeStyle: 'medium' }),
      })}
    >
      <IconClock size={12} stroke={1.5} aria-hidden />
      {age}
    </span>
  );
}
