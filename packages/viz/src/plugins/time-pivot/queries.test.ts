import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { timePivot } from './index.ts';

queryTests(timePivot, queryCases);
