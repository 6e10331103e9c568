import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { compare } from './index.ts';

queryTests(compare, queryCases);
