import { formatTime } from '@tessera/core/formats/time';
import { t } from '@tessera/core/messages';
import type { AnnotationInput, Annotation } from '../api/annotation-layers.ts';

/** An annotation as its form holds it; times as fields of the browser have them, in UTC. */
export type AnnotationForm = {
  readonly name: string;
  readonly description: string;
  readonly start: string;
  readonly end: string;
  readonly metadata: string;
};
export type FormProblems = { readonly [K in keyof AnnotationForm]?: string };

export function formOf(annotation: Annotation | null): AnnotationForm {
  if (annotation === null) return { name: '', description: '', start: '', end: '', metadata: '' };
  const { short_descr, long_descr, start_dttm, end_dttm, json_metadata } = annotation;
  return {
    name: short_descr,
    description: long_descr ?? '',
    start: localOf(start_dttm),
    end: end_dttm === start_dttm ? '' : localOf(end_dttm),
    metadata: json_metadata ?? '',
  };
}

/** What a user must mend before the annotation can be saved. */
export function problemsOf({ name, start, end, metadata }: AnnotationForm): FormProblems {
  return {
    ...(name.trim() === '' && { name: t('cannot be empty') }),
    ...(start === '' && { start: t('cannot be empty') }),
    ...(start !== '' && end !== '' && instantOf(end) < instantOf(start) && { end: t('The end is before the start.') }),
    ...(!isJson(metadata) && { metadata: t('This is no JSON.') }),
  };
}

/**
 * The body of a write. Times that were not touched are left out: the field shows seconds, the annotation may hold more.
 */
export function inputOf(form: AnnotationForm, before: Annotation | null): AnnotationInput {
  const was = before === null ? null : formOf(before);
  const isMoved = was?.start !== form.start;
  const isStretched = was?.end !== form.end;
  return {
    short_descr: form.name.trim(),
    long_descr: form.description.trim() || null,
    json_metadata: form.metadata.trim() || null,
    ...(isMoved && { start_dttm: `${form.start}Z` }),
    // A moment that moves takes its end along.
    ...((isStretched || (isMoved && form.end === '')) && { end_dttm: form.end === '' ? null : `${form.end}Z` }),
  };
}

/** When an annotation is, as lists show it; midnight needs no time of day. */
export function timeText(iso: string): string {
  return formatTime(iso.slice(11, 19) === '00:00:00' ? '%Y-%m-%d' : '%Y-%m-%d %H:%M:%S', Date.parse(iso), null);
}

function localOf(iso: string): string {
  return iso.slice(0, 19);
}

function instantOf(local: string): number {
  return Date.parse(`${local}Z`);
}

function isJson(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
