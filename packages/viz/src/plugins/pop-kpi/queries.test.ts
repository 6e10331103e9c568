import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { popKpi } from './index.ts';

queryTests(popKpi, queryCases);
