import { expect, test } from 'vitest';
import { hasMarks } from './template-marks.ts';

test('a text with a tag or a comment of a template is one; other braces are text', () => {
  expect(['{{ a }}', '{% if a %}', 'a {# b #}'].map(hasMarks)).toEqual([true, true, true]);
  expect(['', 'SELECT 1', "'{}'::json", '{ { a', '{"a": {}}'].map(hasMarks)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
