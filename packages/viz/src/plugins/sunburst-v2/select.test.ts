import { join } from 'node:path';
import { erase } from '../../erase.ts';
import { selectTests } from '../../testing/select-cases.ts';
import { sunburst } from './index.ts';

type Touched = { readonly treePathInfo: readonly { readonly name: string }[] };
type Level = readonly [col: unknown, val: string | null];

const label = (val: string | null) => val ?? '<NULL>';
const told = (levels: readonly Level[]) =>
  levels.map(([col, val]) => ({
    col,
    ...(val === null ? { op: 'IS NULL' } : { op: '==', val }),
    formattedVal: label(val),
  }));
const mask = (levels: readonly Level[]) => ({
  extraFormData: {
    filters: levels.map(([col, val]) => (val === null ? { col, op: 'IS NULL' } : { col, op: 'IN', val: [val] })),
  },
  filterState: {
    value: [levels.map(([, val]) => val)],
    selectedValues: [levels.map(([, val]) => label(val)).join(',')],
  },
});
const menu = (levels: readonly Level[]) => ({
  drillToDetail: told(levels),
  crossFilter: { dataMask: mask(levels), isCurrentValueSelected: false },
  drillBy: { filters: told(levels), groupbyFieldName: 'columns' },
});
const NOTHING = { extraFormData: { filters: [] }, filterState: { value: null, selectedValues: null } };
const EU: Level = ['region', 'EU'];
const TEAM: Level = ['team', 'A'];
const PATH = '42 f, the reference filters by the clicked level alone, which takes in the same name elsewhere';
const ONE_FORM = '42 f, every type says a selection and an empty one alike';

selectTests(
  erase(sunburst),
  join(import.meta.dirname, 'fixtures/select.json'),
  (marks, touched) => {
    const path = (touched as Touched).treePathInfo.slice(1).map(({ name }) => name);
    return marks.find(
      ({ filters }) => filters.length === path.length && filters.every((f, at) => f.formattedVal === path[at]),
    );
  },
  {
    'outer level': { why: PATH, results: [mask([EU, TEAM])] },
    'selected: cleared': { why: ONE_FORM, results: [NOTHING] },
    'right click outer': { why: PATH, results: [menu([EU, TEAM])] },
    off: {
      why: '42 f, a menu offers only what is on',
      results: ['$none', { drillToDetail: told([EU]), drillBy: { filters: told([EU]), groupbyFieldName: 'columns' } }],
    },
    'null value': {
      why: '42 f, null is IS NULL',
      results: [mask([['region', null]]), menu([['region', null]])],
    },
    'name with a comma': {
      why: PATH,
      results: [
        mask([
          ['region', 'a,b'],
          ['team', 'c'],
        ]),
      ],
    },
    'two selected, click one': { why: ONE_FORM, results: [NOTHING] },
    'SQL column': {
      why: ONE_FORM,
      results: [mask([[{ label: 'up', sqlExpression: 'upper(region)', expressionType: 'SQL' }, 'EU']])],
    },
  },
);
