import { IconAbc, IconClock, IconMathFunction, IconNumber123, IconSum, IconToggleLeft } from '@tabler/icons-react';
import { msg, tMarked } from '@tessera/core/messages';
import type { ColumnKind } from '@tessera/core/table';
import classes from './Controls.module.css';

const icons = {
  numeric: IconNumber123,
  string: IconAbc,
  temporal: IconClock,
  boolean: IconToggleLeft,
  metric: IconSum,
  expression: IconMathFunction,
} as const;
const names = {
  numeric: msg('Number'),
  string: msg('Text'),
  temporal: msg('Time'),
  boolean: msg('Yes or no'),
  metric: msg('Metric'),
  expression: msg('SQL expression'),
} as const;

/** What kind of field it is, shown by shape and by name. */
export function KindIcon({
  kind,
  size = 16,
}: {
  readonly kind: ColumnKind | 'metric' | 'expression';
  readonly size?: number;
}) {
  const Icon = icons[kind];
  return (
    <span className={classes['kindIcon']} role="img" aria-label={tMarked(names[kind])} title={tMarked(names[kind])}>
      <Icon size={size} stroke={1.5} aria-hidden />
    </span>
  );
}
