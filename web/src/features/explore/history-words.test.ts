import { expect, test } from 'vitest';
import { lines } from '../../chart-editor/editor-fixtures.ts';
import { describeStep } from './history-words.ts';

const draft = (form: object, vizType = 'lines') => ({ name: '', vizType, form: { ...form } });
const say = (before: object, after: object) => describeStep(draft(before), draft(after), () => lines);

test('a step is said in the words of the panel', () => {
  expect(say({ groupby: ['city'] }, { groupby: ['city', 'weather'] })).toBe('Dimensions: + weather');
  expect(say({ groupby: ['city'] }, { groupby: [] })).toBe('Dimensions: − city');
  expect(say({ groupby: ['a', 'b'] }, { groupby: ['b', 'a'] })).toBe('Dimensions: another order');
  expect(say({}, { row_limit: 10 })).toBe('Row limit: 10');
  expect(say({ order_desc: true }, { order_desc: false })).toBe('Sort descending: off');
  expect(describeStep(draft({}), draft({}, 'pie'), () => null)).toBe('Chart type: Pie Chart');
});
