import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { timeTable } from './index.ts';

queryTests(timeTable, queryCases);
