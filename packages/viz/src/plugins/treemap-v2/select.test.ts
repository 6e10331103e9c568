import { join } from 'node:path';
import { erase } from '../../erase.ts';
import { selectTests } from '../../testing/select-cases.ts';
import { treemap } from './index.ts';

type Touched = { readonly treePathInfo: readonly { readonly name: string }[] };

const EU = { col: 'region', op: '==', val: 'EU', formattedVal: 'EU' };
const TEAM = { col: 'team', op: '==', val: 'A', formattedVal: 'A' };
const TWENTY = { col: 'year', op: '==', val: 2020, formattedVal: '2020' };
const YEAR = {
  extraFormData: { filters: [{ col: 'year', op: 'IN', val: [2020] }] },
  filterState: { value: [[2020]], selectedValues: ['2020'] },
};

selectTests(
  erase(treemap),
  join(import.meta.dirname, 'fixtures/select.json'),
  (marks, touched) => {
    const path = (touched as Touched).treePathInfo.slice(2).map(({ name }) => name);
    return marks.find(
      ({ filters }) => filters.length === path.length && filters.every((f, at) => f.formattedVal === path[at]),
    );
  },
  {
    off: {
      why: '42 f, a menu offers only what is on',
      results: ['$none', { drillToDetail: [EU, TEAM], drillBy: { filters: [EU, TEAM], groupbyFieldName: 'groupby' } }],
    },
    'number level': {
      why: '42 f, values keep their type',
      results: [
        YEAR,
        {
          drillToDetail: [TWENTY],
          crossFilter: { dataMask: YEAR, isCurrentValueSelected: false },
          drillBy: { filters: [TWENTY], groupbyFieldName: 'groupby' },
        },
      ],
    },
  },
);
