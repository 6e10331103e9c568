import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { para } from './index.ts';

queryTests(para, queryCases);
