import { isThorough } from '@tessera/core/fixtures/runs';
import { compareSuite } from '../testing/suites/compare-suite.ts';
import { consolidationSuite } from '../testing/suites/consolidation-suite.ts';
import { containmentSuite } from '../testing/suites/containment-suite.ts';
import { containmentValuesSuite } from '../testing/suites/containment-values-suite.ts';
import { differentialSuite } from '../testing/suites/differential-suite.ts';
import { forEachEngine } from '../testing/engines/for-each-engine.ts';
import { pipelineSuite } from '../testing/suites/pipeline-suite.ts';
import { queryObjectSuite } from '../testing/suites/query-object-suite.ts';
import { rowRuleSuite, ruleNamesSuite, ruleOrderSuite } from '../testing/suites/rule-suite.ts';

// Trino takes its time to start, so one of them answers all that the other databases are asked in files of their own.
// An ordinary run asks what its SQL decides, a thorough one the rest.
forEachEngine(['trino'], 'everything above the driver', (kind, births) => {
  pipelineSuite(kind, births);
  queryObjectSuite(kind, births);
  rowRuleSuite(kind, births);
  if (!isThorough()) return;
  compareSuite(kind, births);
  ruleOrderSuite(kind, births);
  ruleNamesSuite(kind, births);
  differentialSuite(kind, births, 30);
  consolidationSuite(kind, births);
  containmentSuite(kind, births);
  containmentValuesSuite(kind, births);
});
