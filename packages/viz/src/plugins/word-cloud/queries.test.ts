import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { wordCloud } from './index.ts';

queryTests(wordCloud, queryCases);
