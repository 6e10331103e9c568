import {
  readAnnotationLayers,
  type AnnotationLayer,
  type AnnotationSource,
  type AnnotationType,
} from '@tessera/core/annotations/layer';
import { readColor } from '@tessera/core/colors/rgba';
import type { RawForm } from '@tessera/core/form-data';
import { msg, t } from '@tessera/core/messages';
import type { Cell } from '@tessera/core/table';
import { type Formula, formulaX, parseFormula } from '@tessera/viz/shared/formula';

/** A layer as its form holds it: everything that can be chosen, filled in. */
export type AnnotationDraft = AnnotationLayer;
export type AnnotationProblems = {
  readonly [K in 'name' | 'value' | 'timeColumn' | 'intervalEndColumn' | 'color' | 'width']?: string;
};

export const typeLabels: Readonly<Record<AnnotationType, string>> = {
  FORMULA: msg('Formula'),
  EVENT: msg('Event'),
  INTERVAL: msg('Interval'),
  TIME_SERIES: msg('Time series'),
};
export const sourceLabels: Readonly<Record<AnnotationSource, string>> = {
  '': msg('None'),
  NATIVE: msg('Annotation layer'),
  line: msg('Chart with a time axis'),
  table: msg('Table chart'),
};

/** Chart types whose rows are a line along an axis. */
const LINES = [
  'echarts_timeseries_line',
  'echarts_timeseries_smooth',
  'echarts_timeseries_step',
  'echarts_timeseries_bar',
  'echarts_timeseries_scatter',
  'echarts_area',
  'echarts_timeseries',
];

/** Where a type takes its records from; the first is that of a new layer. */
export function sourcesOf(type: AnnotationType): readonly AnnotationSource[] {
  if (type === 'FORMULA') return [''];
  return type === 'TIME_SERIES' ? ['line'] : ['NATIVE', 'table'];
}

/** Chart types that a source offers. */
export function chartTypesOf(source: AnnotationSource): readonly string[] {
  return source === 'line' ? LINES : source === 'table' ? ['table'] : [];
}

export function newDraft(): AnnotationDraft {
  return {
    name: '',
    annotationType: 'FORMULA',
    sourceType: '',
    value: '',
    style: 'solid',
    color: null,
    opacity: '',
    width: 1,
    show: true,
    showMarkers: false,
    showLabel: false,
    hideLine: false,
    overrides: {},
    timeColumn: '',
    intervalEndColumn: '',
    titleColumn: '',
    descriptionColumns: [],
  };
}

/** A level line where the values of the chart are on average, until somebody writes a target. */
export function referenceLine(mean: number | null): AnnotationDraft {
  return {
    ...newDraft(),
    name: t('Reference line'),
    value: String(mean === null ? 0 : Number(mean.toPrecision(3))),
    style: 'dashed',
  };
}

/** A stored layer for its form; what is no layer begins as a new one. */
export function draftOf(stored: RawForm): AnnotationDraft {
  return readAnnotationLayers([stored])[0] ?? newDraft();
}

/** What was chosen for another type or source goes; a chart follows the times of the one that it is drawn on. */
export function withType(draft: AnnotationDraft, annotationType: AnnotationType): AnnotationDraft {
  return withSource(
    { ...draft, annotationType, showLabel: annotationType === 'EVENT' || annotationType === 'INTERVAL' },
    sourcesOf(annotationType)[0] ?? '',
  );
}

export function withSource(draft: AnnotationDraft, sourceType: AnnotationSource): AnnotationDraft {
  const isChart = sourceType === 'line' || sourceType === 'table';
  return {
    ...draft,
    sourceType,
    value: sourceType === '' ? '' : null,
    overrides: isChart ? { time_range: null } : {},
    timeColumn: '',
    intervalEndColumn: '',
    titleColumn: '',
    descriptionColumns: [],
  };
}

/** An override that follows the chart, or one that leaves the source as it is. */
export function withOverride(
  draft: AnnotationDraft,
  key: 'time_range' | 'time_grain_sqla',
  follows: boolean,
): AnnotationDraft {
  const { [key]: _, ...others } = draft.overrides;
  return { ...draft, overrides: follows ? { ...others, [key]: null } : others };
}

export function withShift(draft: AnnotationDraft, shift: string): AnnotationDraft {
  const { time_shift: _, ...others } = draft.overrides;
  return { ...draft, overrides: shift.trim() === '' ? others : { ...others, time_shift: shift } };
}

/** A name of another layer, which is reported while it is typed. @param names those of the other layers */
export function takenName({ name }: AnnotationDraft, names: readonly string[]): AnnotationProblems {
  return names.includes(name.trim()) && name.trim() !== '' ? { name: t('Another layer has this name.') } : {};
}

/** The x-axis of the chart as far as it is known: some values, and whether there are more. */
export type KnownAxis = { readonly cells: readonly Cell[]; readonly isWhole: boolean };

const unknownAxis: KnownAxis = { cells: [], isWhole: false };

/** Where a formula is tried when the axis is not known: positions, numbers of either sign, days of our time. */
const TRIED = [0, 1, 2, 5, 10, 50, 100, 1000, 1e6, 0.5, -0.5, -1, -10, -1000, -1e6, 1e12, 1.7e12, -1e12];

function hasNumber(formula: Formula, { cells, isWhole }: KnownAxis): boolean {
  const places = cells.map(formulaX);
  return [...places, ...(isWhole ? [] : TRIED)].some((x) => Number.isFinite(formula(x)));
}

function formulaProblem(text: string, axis: KnownAxis): string | null {
  const formula = parseFormula(text);
  if (!formula.ok) return formula.reason;
  return hasNumber(formula.evaluate, axis) ? null : t('This formula is a number nowhere on the x-axis.');
}

/**
 * What is wrong with a draft, by field.
 *
 * @param names  those of the other layers
 */
export function problemsOf(draft: AnnotationDraft, names: readonly string[], axis = unknownAxis): AnnotationProblems {
  const { annotationType: type, sourceType, value } = draft;
  const isMapped = sourceType === 'table' && type !== 'TIME_SERIES';
  const chosen =
    value === null || String(value).trim() === ''
      ? t('cannot be empty')
      : type === 'FORMULA'
        ? formulaProblem(String(value), axis)
        : null;
  return {
    ...(draft.name.trim() === '' ? { name: t('cannot be empty') } : takenName(draft, names)),
    ...(chosen !== null && { value: chosen }),
    ...(isMapped && draft.timeColumn === '' && { timeColumn: t('cannot be empty') }),
    ...(isMapped &&
      type === 'INTERVAL' &&
      draft.intervalEndColumn === '' && { intervalEndColumn: t('cannot be empty') }),
    ...(draft.color !== null && readColor(draft.color) === null && { color: t('Invalid color') }),
    ...((draft.width < 0 || draft.width > 20) && { width: t('Give a width from 0 to 20.') }),
  };
}

/** The layer as form data hold it; what else the stored one has is preserved. */
export function storedOf(draft: AnnotationDraft, before: RawForm): RawForm {
  return { ...before, ...draft, name: draft.name.trim() };
}
