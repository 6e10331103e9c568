import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { partition } from './index.ts';

queryTests(partition, queryCases);
