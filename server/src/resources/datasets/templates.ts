import type { Actor } from '../../actor.ts';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import type { TemplateStep } from '../../chart-data/template-step.ts';

/** Renders the SQL of a dataset as the person who saves or reads it. Text without marks comes back as it is. @throws AppError template_… */
export type RenderSource = (actor: Actor, dataset: ResolvedDataset, text: string) => Promise<string>;

/**
 * What a chart would ask: templates that write the bounds of its time range need some, and no column depends on which.
 */
export const EXAMPLE_RANGE = '2024-01-01 : 2024-02-01';

export function createRenderSource(renderText: TemplateStep['renderText'], rulesOf: (actor: Actor, dataset: ResolvedDataset) => Promise<readonly string[]>): RenderSource {
  return async (actor, dataset, text) => renderText(actor, dataset, text, await rulesOf(actor, dataset), { time_range: EXAMPLE_RANGE });
}
