import { expect, test } from 'vitest';
import type { Shape } from '../../scene/scene.ts';
import { erase } from '../../erase.ts';
import { contextOf } from '../../testing/golden.ts';
import { months, resultOf } from '../../testing/tables.ts';
import { timeTable } from './index.ts';

const viz = erase(timeTable);
const form = {
  granularity_sqla: 'date',
  metrics: ['count'],
  column_collection: [{ key: 'a', label: 'Course', colType: 'spark' }],
};

function pathsOf(shapes: readonly Shape[]): readonly string[] {
  return shapes.flatMap((shape) => {
    if (shape.kind === 'group') return pathsOf(shape.shapes);
    return shape.kind === 'path' && typeof shape.d === 'string' ? [shape.d] : [];
  });
}

function courseOf(values: readonly (number | null)[]): string {
  if (viz.drawing.kind !== 'scene') throw new TypeError('not a scene');
  const result = resultOf({ '__timestamp:temporal': months(2001, values.length), 'count:numeric': [...values] });
  return pathsOf(viz.drawing.toScene([result], form, contextOf({})).shapes).join(' ');
}

test('values between gaps are dots of a sparkline', () => {
  const alone = courseOf([1, null, 3, null, 2]);
  expect(alone.match(/M([\d.]+ [\d.]+)L\1/g)).toHaveLength(3);
  expect(courseOf([null, 4, null]).match(/M([\d.]+ [\d.]+)L\1/g)).toHaveLength(1);
  expect(courseOf([1, 2, null, 3]).match(/M/g)).toHaveLength(2);
  expect(courseOf([null, null])).toBe('');
});
