import { join } from 'node:path';
import { erase } from '../../erase.ts';
import { selectTests } from '../../testing/select-cases.ts';
import { table } from './index.ts';

const up = { label: 'up', sqlExpression: 'upper(region)', expressionType: 'SQL' };
const upMask = {
  extraFormData: { filters: [{ col: up, op: 'IN', val: ['EU'] }] },
  filterState: { label: 'EU', value: [['EU']], filters: { up: ['EU'] } },
};
const link = '<a href="x">EU</a>';
const linkMask = {
  extraFormData: { filters: [{ col: 'region', op: 'IN', val: [link] }] },
  filterState: { label: link, value: [[link]], filters: { region: [link] } },
};

selectTests(
  erase(table),
  join(import.meta.dirname, 'fixtures/select.json'),
  (marks, touched) => {
    const [row, column] = touched as readonly [number, string];
    return marks.find(({ key }) => key === `${row} · ${column}`);
  },
  {
    'SQL column': {
      why: '42 f, adhoc columns are identified as such',
      results: [
        upMask,
        {
          drillToDetail: [{ col: up, op: '==', val: 'EU', formattedVal: 'EU' }],
          crossFilter: { dataMask: upMask, isCurrentValueSelected: false },
          drillBy: { filters: [{ col: up, op: '==', val: 'EU' }], groupbyFieldName: 'groupby' },
        },
      ],
    },
    'HTML cell': {
      why: '42 f, values keep their type: the text of a cell is its value, markup and all',
      results: [
        linkMask,
        {
          drillToDetail: [{ col: 'region', op: '==', val: link, formattedVal: link }],
          crossFilter: { dataMask: linkMask, isCurrentValueSelected: false },
          drillBy: { filters: [{ col: 'region', op: '==', val: link }], groupbyFieldName: 'groupby' },
        },
      ],
    },
  },
);
