import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { readerLocale, t } from '@tessera/core/messages';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { IconButton } from '../buttons/IconButton.tsx';
import classes from './Calendar.module.css';
import {
  addMonths,
  dayOfKey,
  isWithin,
  rangeBetween,
  weekStartOf,
  weeksOf,
  type Day,
  type DayRange,
} from './calendar-days.ts';

type CalendarProps = {
  readonly label: string;
  readonly range: DayRange;
  /** The day that is seen where the range has none. */
  readonly today: Day;
  readonly onRange: (range: DayRange) => void;
};

/**
 * A month of days: one press begins a range, the next one ends it. Arrows go by days and weeks, Home and End within the
 * week, Page up and down by months, with Shift by years.
 */
export function Calendar({ label, range, today, onRange }: CalendarProps) {
  const id = useId();
  const locale = readerLocale();
  const weekStart = weekStartOf(locale);
  const [cursor, setCursor] = useState<Day>(range.last ?? range.first ?? today);
  // The day that a range begins with, until another press ends it.
  const [begun, setBegun] = useState<Day | null>(null);
  // A range that was typed meanwhile is shown, and what was begun here is over.
  const [seen, setSeen] = useState(range);
  if (seen.first !== range.first || seen.last !== range.last) {
    setSeen(range);
    setBegun(null);
    setCursor((seen.last === range.last ? range.first : range.last) ?? cursor);
  }
  const grid = useRef<HTMLTableElement>(null);
  const byKey = useRef(false);
  useEffect(() => {
    if (byKey.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    byKey.current = false;
  }, [cursor]);

  const press = (day: Day) => {
    setCursor(day);
    setBegun(begun === null ? day : null);
    const next = rangeBetween(begun ?? day, day);
    setSeen(next);
    onRange(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayOfKey(event.key, cursor, weekStart, event.shiftKey);
    if (next === null) return;
    event.preventDefault();
    byKey.current = true;
    setCursor(next);
  };
  return (
    <div className={classes['calendar']} role="group" aria-label={label}>
      <MonthBar id={id} cursor={cursor} locale={locale} onCursor={setCursor} />
      <table ref={grid} aria-labelledby={id} className={classes['grid']} onKeyDown={onKeyDown}>
        <Weekdays days={weeksOf(cursor, weekStart)[0] ?? []} locale={locale} />
        <Weeks {...{ cursor, range, today, locale, weekStart }} onPress={press} />
      </table>
      <p className={classes['step']} aria-live="polite">
        {begun === null ? t('Press the first day of a range.') : t('Now press its last day.')}
      </p>
    </div>
  );
}

type WeeksProps = Pick<CalendarProps, 'range' | 'today'> & {
  readonly cursor: Day;
  readonly locale: string;
  readonly weekStart: number;
  readonly onPress: (day: Day) => void;
};

function Weeks({ cursor, range, today, locale, weekStart, onPress }: WeeksProps) {
  return (
    <tbody>
      {weeksOf(cursor, weekStart).map((week) => (
        <tr key={week[0]}>
          {week.map((day) => (
            <DayCell
              key={day}
              day={day}
              locale={locale}
              isCursor={day === cursor}
              isToday={day === today}
              isOutside={day.slice(0, 7) !== cursor.slice(0, 7)}
              isChosen={isWithin(day, range)}
              isEnd={day === range.first || day === range.last}
              onPress={() => onPress(day)}
            />
          ))}
        </tr>
      ))}
    </tbody>
  );
}

type MonthBarProps = {
  readonly id: string;
  readonly cursor: Day;
  readonly locale: string;
  readonly onCursor: (day: Day) => void;
};

const icon = { size: 16, stroke: 1.5 } as const;

function MonthBar({ id, cursor, locale, onCursor }: MonthBarProps) {
  const go = (months: number) => () => onCursor(addMonths(cursor, months));
  return (
    <div className={classes['bar']}>
      <IconButton label={t('Previous year')} icon={<IconChevronsLeft {...icon} />} onClick={go(-12)} />
      <IconButton label={t('Previous month')} icon={<IconChevronLeft {...icon} />} onClick={go(-1)} />
      <span id={id} className={classes['month']} aria-live="polite">
        {words(cursor, locale, { month: 'long', year: 'numeric' })}
      </span>
      <IconButton label={t('Next month')} icon={<IconChevronRight {...icon} />} onClick={go(1)} />
      <IconButton label={t('Next year')} icon={<IconChevronsRight {...icon} />} onClick={go(12)} />
    </div>
  );
}

function Weekdays({ days, locale }: { readonly days: readonly Day[]; readonly locale: string }) {
  return (
    <thead>
      <tr>
        {days.map((day) => (
          <th key={day} scope="col" abbr={words(day, locale, { weekday: 'long' })}>
            {words(day, locale, { weekday: 'short' })}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type DayCellProps = {
  readonly day: Day;
  readonly locale: string;
  readonly isCursor: boolean;
  readonly isToday: boolean;
  readonly isOutside: boolean;
  readonly isChosen: boolean;
  readonly isEnd: boolean;
  readonly onPress: () => void;
};

function DayCell({ day, locale, isCursor, isToday, isOutside, isChosen, isEnd, onPress }: DayCellProps) {
  return (
    <td data-chosen={isChosen || undefined} data-end={isEnd || undefined}>
      <button
        type="button"
        tabIndex={isCursor ? 0 : -1}
        aria-label={words(day, locale, { dateStyle: 'full' })}
        aria-pressed={isChosen}
        aria-current={isToday ? 'date' : undefined}
        data-outside={isOutside || undefined}
        onClick={onPress}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  );
}

function words(day: Day, locale: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(Date.parse(day));
}
