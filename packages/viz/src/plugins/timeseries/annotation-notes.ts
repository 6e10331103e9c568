import type { AnnotationLayer } from '@tessera/core/annotations/layer';
import { t } from '@tessera/core/messages';
import type { QueryResult } from '../../define.ts';
import { firstRowsText } from '../../layer/limit.ts';
import { seriesCutText } from '../../layer/series-cut.ts';
import { parseFormula } from '../../shared/formula.ts';
import { readAnnotations, type Annotations } from './annotations.ts';
import type { FamilyForm } from './controls.ts';
import type { SeriesData } from './data.ts';
import { canStand } from './points.ts';

type Form = Pick<FamilyForm, 'annotation_layers' | 'logAxis'>;

/** What the layers of a form do not draw: what their sources cut, and what has no place on the axes. */
export function annotationNotes(
  result: QueryResult | undefined,
  data: Pick<SeriesData, 'x'>,
  form: Form,
): readonly string[] {
  const annotations = readAnnotations(result, data, form);
  const shown = form.annotation_layers.filter((layer) => layer.show);
  return shown.flatMap((layer) =>
    [...cutsOf(layer, result), ...unplacedOf(layer, result, annotations), ...belowLog(layer, annotations, form)].map(
      (note) => t('Annotation layer %(layer)s: %(note)s', { layer: layer.name, note }),
    ),
  );
}

function cutsOf(layer: AnnotationLayer, result: QueryResult | undefined): readonly string[] {
  const { seriesCut, rowLimit } = result?.annotations?.get(layer.name) ?? {};
  return [
    ...(seriesCut === undefined ? [] : [seriesCutText(seriesCut)]),
    ...(rowLimit === undefined ? [] : [firstRowsText(rowLimit)]),
  ];
}

/** Layers whose records are not there yet, or are none, have nothing to place. */
function unplacedOf(
  layer: AnnotationLayer,
  result: QueryResult | undefined,
  { spans, lines }: Annotations,
): readonly string[] {
  if ([...spans, ...lines].some((mark) => mark.layer === layer)) return [];
  if (layer.annotationType === 'FORMULA')
    // One that cannot be read is a failure of its own.
    return parseFormula(String(layer.value ?? '')).ok ? [t('it has no value at any place of the axis')] : [];
  const records = result?.annotations?.get(layer.name)?.records ?? [];
  return records.length === 0 ? [] : [t('none of its records has a place on the axis')];
}

function belowLog(layer: AnnotationLayer, { lines }: Annotations, form: Form): readonly string[] {
  const points = lines.filter((line) => line.layer === layer).flatMap((line) => line.points);
  const values = points.map(([, y]) => y).filter((y) => y !== null);
  const standing = values.filter((y) => canStand(y, form));
  if (standing.length === values.length) return [];
  return standing.length === 0
    ? [t('all of it is 0 or less, for which a logarithmic axis has no place')]
    : [t('a part is 0 or less, for which a logarithmic axis has no place')];
}
