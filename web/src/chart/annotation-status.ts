import type { AnnotationData, AnnotationRecords } from '@tessera/core/annotations/layer';
import { t } from '@tessera/core/messages';
import { ApiError, isAbort } from '../api/api-error.ts';

/** Where the query of one annotation layer stands ([4.2-01]). */
export type AnnotationState = {
  readonly status: 'started' | 'success' | 'failed';
  /** Number of the newest request; answers of older ones are dropped. */
  readonly request: number;
  /** Retained while newer ones are on their way; null before the first. */
  readonly records: AnnotationRecords | null;
  readonly error: string | null;
};
/** By the name of the layer. */
export type AnnotationStates = ReadonlyMap<string, AnnotationState>;

export type AnnotationEvent =
  | { readonly type: 'annotations_started'; readonly names: readonly string[]; readonly request: number }
  | {
      readonly type: 'annotation_succeeded';
      readonly name: string;
      readonly request: number;
      readonly records: AnnotationRecords;
    }
  | { readonly type: 'annotation_failed'; readonly name: string; readonly request: number; readonly error: unknown };

export const noAnnotations: AnnotationStates = new Map();
const noRecords: AnnotationRecords = { columns: [], records: [] };

/** The life of the annotation queries of one chart ([4.2-01]). Pure. */
export function annotationReducer(states: AnnotationStates, event: AnnotationEvent): AnnotationStates {
  switch (event.type) {
    case 'annotations_started':
      // Layers that are not asked any more are gone.
      if (event.names.length === 0) return noAnnotations;
      return new Map(
        event.names.map((name) => [
          name,
          { status: 'started', request: event.request, records: states.get(name)?.records ?? null, error: null },
        ]),
      );
    case 'annotation_succeeded':
      return withState(states, event, {
        status: 'success',
        request: event.request,
        records: event.records,
        error: null,
      });
    case 'annotation_failed': {
      if (isAbort(event.error)) return states;
      if (saysNoData(event.error))
        return withState(states, event, { status: 'success', request: event.request, records: noRecords, error: null });
      return withState(states, event, {
        status: 'failed',
        request: event.request,
        records: null,
        error: textOf(event.error),
      });
    }
  }
}

/** What the layers draw by now. */
export function annotationDataOf(states: AnnotationStates): AnnotationData {
  return new Map([...states].flatMap(([name, { records }]) => (records === null ? [] : [[name, records] as const])));
}

/** The layers that failed, with what a user reads of it. */
export function annotationErrorsOf(
  states: AnnotationStates,
): readonly { readonly name: string; readonly error: string }[] {
  return [...states].flatMap(([name, { error }]) => (error === null ? [] : [{ name, error }]));
}

function withState(
  states: AnnotationStates,
  { name, request }: { readonly name: string; readonly request: number },
  next: AnnotationState,
): AnnotationStates {
  return states.get(name)?.request === request ? new Map(states).set(name, next) : states;
}

function saysNoData(error: unknown): boolean {
  return error instanceof Error && /\bno data\b/i.test(reasonOf(error.message));
}

function textOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 408) return t('Query timeout');
  if (error instanceof ApiError && error.status === 0) return t('Network error.');
  const text = error instanceof Error && error.message !== '' ? error.message : t('Unknown error');
  return reasonOf(text);
}

/** A message without the name of its layer, which stands beside it already. */
function reasonOf(message: string): string {
  return message.replace(/^Error: annotation layer ".*?": /, '');
}
