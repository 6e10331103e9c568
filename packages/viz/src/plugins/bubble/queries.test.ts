import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { oldBubble } from './index.ts';

queryTests(oldBubble, queryCases);
