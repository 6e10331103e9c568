import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { countryMap } from './index.ts';

queryTests(countryMap, queryCases);
