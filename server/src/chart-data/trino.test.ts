import { compareSuite } from '../testing/compare-suite.ts';
import { consolidationSuite } from '../testing/consolidation-suite.ts';
import { containmentSuite } from '../testing/containment-suite.ts';
import { containmentValuesSuite } from '../testing/containment-values-suite.ts';
import { differentialSuite } from '../testing/differential-suite.ts';
import { onEachPlace } from '../testing/on-each-place.ts';
import { pipelineSuite } from '../testing/pipeline-suite.ts';
import { queryObjectSuite } from '../testing/query-object-suite.ts';
import { rowRuleSuite, ruleNamesSuite, ruleOrderSuite } from '../testing/rule-suite.ts';

// Trino takes its time to start, so one of them answers all that the other databases are asked in files of their own.
onEachPlace(['trino'], 'everything above the driver', (kind, births) => {
  pipelineSuite(kind, births);
  queryObjectSuite(kind, births);
  compareSuite(kind, births);
  ruleOrderSuite(kind, births);
  ruleNamesSuite(kind, births);
  rowRuleSuite(kind, births);
  differentialSuite(kind, births, 30);
  consolidationSuite(kind, births);
  containmentSuite(kind, births);
  containmentValuesSuite(kind, births);
});
