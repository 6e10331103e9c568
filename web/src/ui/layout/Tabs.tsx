import { numberText } from '@tessera/core/messages';
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '../common/cx.ts';
import classes from './Tabs.module.css';

export type TabItem<V extends string> = {
  readonly value: V;
  readonly label: string;
  readonly count?: number;
  readonly mark?: ReactNode;
};

type TabsProps<V extends string> = {
  readonly label: string;
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly tabs: readonly TabItem<V>[];
  /** Content of the chosen tab; the others are not mounted. */
  readonly children: ReactNode;
  readonly className?: string;
  readonly panelClassName?: string;
};

/** Arrow keys move between tabs and choose; Tab goes on into the panel. */
export function Tabs<V extends string>({
  label,
  value,
  onChange,
  tabs,
  children,
  className,
  panelClassName,
}: TabsProps<V>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + tabs.length) % tabs.length;
    const next = tabs[index];
    if (!next) return;
    onChange(next.value);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  };

  return (
    <div className={className}>
      <div ref={list} role="tablist" aria-label={label} className={classes['list']}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={onKeyDown}
            className={classes['tab']}
          >
            {tab.label}
            {tab.count !== undefined && <span className={classes['count']}>{numberText(tab.count)}</span>}
            {tab.mark}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        className={cx(classes['panel'], panelClassName)}
      >
        {children}
      </div>
    </div>
  );
}
