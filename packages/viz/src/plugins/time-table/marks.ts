import { metricLabel } from '@tessera/core/form-data';
import type { ChartContext, QueryResult } from '../../define.ts';
import type { Mark } from '../../marks.ts';
import { datumOfRow, filtersOfRow } from '../../shared/rows.ts';
import type { TimeTableForm } from './controls.ts';
import { cellText, columnName, columnValue, type CourseRow, readCourses } from './rows.ts';

/** One mark per row; rows of dimensions filter them. */
export function timeTableMarks(
  results: readonly QueryResult[],
  form: TimeTableForm,
  context: ChartContext,
): readonly Mark[] {
  const rows = readCourses(results[0], form, context);
  return rows.map((row, at) => rowMark(row, at, rows, form, context));
}

export function rowMark(
  row: CourseRow,
  at: number,
  all: readonly CourseRow[],
  form: TimeTableForm,
  context: ChartContext,
): Mark {
  const last = row.points.at(-1)?.value ?? null;
  const told = form.column_collection.map(
    (column) => `${columnName(column)} ${cellText(column, columnValue(column, row, all), row, context)}`,
  );
  return {
    key: `${at}`,
    name: `${row.name}: ${told.join(', ')}`,
    series: null,
    datum: {
      ...(row.row === null ? {} : datumOfRow({ columns: form.groupby, metrics: [] }, row.row)),
      [metricLabel(row.metric)]: last,
    },
    value: last,
    filters: row.row === null ? [] : filtersOfRow(form.groupby, row.row),
    ...(row.row === null ? { by: null } : {}),
  };
}
