import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { mapbox } from './index.ts';

queryTests(mapbox, queryCases);
