import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { pivotTable } from './index.ts';

queryTests(pivotTable, queryCases);
