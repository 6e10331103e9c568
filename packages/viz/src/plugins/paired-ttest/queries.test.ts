import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { pairedTtest } from './index.ts';

queryTests(pairedTtest, queryCases);
