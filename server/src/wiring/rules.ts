import { createTemplateLookups } from '../chart-data/template-lookups.ts';
import { createTemplateStep } from '../chart-data/template-step.ts';
import { createTimeReader } from '../chart-data/resolve/time-reader.ts';
import { createQuotas } from '../engines/admission/quotas.ts';
import { mayReadDataset } from '../resources/access/policy.ts';
import { createDatasetService } from '../resources/datasets/service.ts';
import { createWithSource } from '../resources/datasets/templates.ts';
import { createRowSecurity } from '../resources/row-level-security/row-security.ts';
import { createRuleService } from '../resources/row-level-security/service.ts';
import { createRuleStore } from '../resources/row-level-security/store.ts';
import { createRuleDryRun } from '../resources/row-level-security/dry-run.ts';
import { createTemplateRenderer } from '../templates/render.ts';
import { createTemplateUsers } from '../templates/users.ts';
import type { Ground } from './ground.ts';
import type { Sources } from './sources.ts';

export type Rules = ReturnType<typeof createRules>;

/** What a principal may see of a dataset: row-level rules, templates, quotas, and the datasets under them. */
export function createRules(ground: Ground, sources: Sources) {
  const { config, db, now, nowMs, monotonicMs, sharing, scriptFolder } = ground;
  const { engineOf, resolver } = sources;
  const readTime = createTimeReader(now);
  const quotas = createQuotas({ byRole: config.quotas, now: nowMs, monotonicMs, elsewhere: sharing.usageCounters });
  const renderer = createTemplateRenderer({ scriptFolder, timeLimitMs: config.templateTimeLimitMs });
  // Rules are templates, templates name rules, and a macro may ask a dataset that has both.
  const rowRules = createRowSecurity({
    rules: createRuleStore(db),
    datasets: resolver,
    render: (principal, dataset, clause, clauses) => templates.renderText(principal, dataset, clause, clauses),
    engines: engineOf,
    believeMs: 5000,
  });
  const templates = createTemplateStep({
    templates: renderer,
    readTime,
    userOf: createTemplateUsers(db),
    rulesOf: rowRules.clausesOf,
    lookUp: (...asked) => lookUp(...asked),
  });
  const lookUp = createTemplateLookups({
    datasets: resolver,
    mayRead: mayReadDataset,
    security: rowRules.security,
    render: templates.render,
    readTime,
    maxRows: config.rowLimit,
    engines: engineOf,
  });
  const dryRun = createRuleDryRun({
    datasets: resolver,
    mayRead: mayReadDataset,
    templates,
    engines: engineOf,
    quotas,
    readTime,
    timeoutMs: Math.min(30, config.queryTimeoutSeconds) * 1000,
  });
  const onChange = (): void => {
    rowRules.forget();
    sharing.changed('rules');
  };
  sharing.onChanged('rules', rowRules.forget);
  return {
    readTime,
    quotas,
    renderer,
    rowRules,
    templates,
    service: createRuleService({ db, now, dryRun, onChange }),
    datasets: createDatasetService({
      datasets: sources.datasetStore,
      databases: sources.databaseStore,
      engines: sources.engines,
      withSource: createWithSource(templates.renderSource),
      rowRules,
      now,
    }),
  };
}
