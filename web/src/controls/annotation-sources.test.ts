import { expect, test } from 'vitest';
import { listAddress } from '../api/list.ts';
import { chartsByName, chosenChart } from './annotation-sources.ts';

const asked = (query: Parameters<typeof listAddress>[1]) => decodeURIComponent(listAddress('chart', query));

test('charts to choose from are asked by name, without their forms', () => {
  expect(chartsByName('table', 'flights').columns).toEqual(['id', 'slice_name', 'datasource_name']);
  expect(asked(chartsByName('table', 'flights'))).not.toContain('form_data');
  expect(asked(chartsByName('table', 'flights'))).toContain('(col:slice_name,opr:ct,value:flights)');
  expect(asked(chartsByName('table', ''))).not.toContain('opr:ct');
});

test('the chosen chart alone brings its form', () => {
  expect(asked(chosenChart(7))).toContain('form_data');
  expect(asked(chosenChart(7))).toContain('(col:id,opr:eq,value:7)');
});
