import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { horizon } from './index.ts';

queryTests(horizon, queryCases);
