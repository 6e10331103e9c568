import { expect, test } from 'vitest';
import { lines } from '../../chart-editor/editor-fixtures.ts';
import { describeStep } from './history-words.ts';

const draft = (form: object, vizType = 'lines') => ({ name: '', vizType, form: { ...form } });
const words = {
  definition: () => lines,
  datasetName: (datasource: unknown) => (datasource === '8__table' ? 'trips' : null),
};
const say = (before: object, after: object) => describeStep(draft(before), draft(after), words);

test('a step is said in the words of the panel', () => {
  expect(say({ groupby: ['city'] }, { groupby: ['city', 'weather'] })).toBe('Dimensions: + weather');
  expect(say({ groupby: ['city'] }, { groupby: [] })).toBe('Dimensions: − city');
  expect(say({ groupby: ['a', 'b'] }, { groupby: ['b', 'a'] })).toBe('Dimensions: another order');
  expect(say({}, { row_limit: 10 })).toBe('Row limit: 10');
  expect(say({ datasource: '7__table', groupby: ['a'] }, { datasource: '8__table' })).toBe('Dataset: trips');
  expect(say({ order_desc: true }, { order_desc: false })).toBe('Sort descending: off');
  expect(describeStep(draft({}), draft({}, 'pie'), { ...words, definition: () => null })).toBe('Chart type: Pie Chart');
});
