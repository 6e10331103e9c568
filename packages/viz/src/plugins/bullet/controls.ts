import { msg } from '@tessera/core/messages';
import type { Complaints, Control, FormOf, Section } from '../../define.ts';
import { adhocFilters } from '../../shared/controls.ts';

const list = <const L extends string, const H extends string>(label: L, hint: H) =>
  ({ kind: 'text', label, hint, default: '', renderOnly: true }) as const satisfies Control;

export const bulletControls = {
  metric: { kind: 'metric', label: msg('Metric'), required: true },
  adhoc_filters: adhocFilters,
  ranges: list(msg('Ranges'), msg('Where shaded ranges end: 50, 80, 100.')),
  range_labels: list(msg('Range labels'), msg('Their names: poor, fair, good.')),
  markers: list(msg('Markers'), msg('Values with a triangle, such as targets: 75.')),
  marker_labels: list(msg('Marker labels'), msg('Their names: target.')),
  marker_lines: list(msg('Marker lines'), msg('Values with a line: 60.')),
  marker_line_labels: list(msg('Marker line labels'), msg('Their names: last year.')),
} as const satisfies Readonly<Record<string, Control>>;

export type BulletForm = FormOf<typeof bulletControls>;

export const bulletSections: readonly Section<typeof bulletControls>[] = [
  { tab: 'data', label: msg('Query'), controls: ['metric', 'adhoc_filters'] },
  {
    tab: 'customize',
    label: msg('Chart options'),
    controls: ['ranges', 'range_labels', 'markers', 'marker_labels', 'marker_lines', 'marker_line_labels'],
  },
];

/** Lists that are no numbers. */
export function complainOfBullet(form: BulletForm): Complaints {
  return Object.fromEntries(
    (['ranges', 'markers', 'marker_lines'] as const).flatMap((key) =>
      readNumbers(form[key]).length === readTexts(form[key]).length
        ? []
        : [[key, [msg('is expected to be numbers with commas between them')]] as const],
    ),
  );
}

/** The numbers of a list with commas; what is none is left out. */
export function readNumbers(text: string): readonly number[] {
  return readTexts(text).map(Number).filter(Number.isFinite);
}

export function readTexts(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
