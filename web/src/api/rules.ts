import { queryOptions } from '@tanstack/react-query';
import type { DeepReadonly } from '@tessera/core/deep-readonly';
import type { Result, Rule as RuleBody, RulePost } from '@tessera/server/contract';
import { request } from './client.ts';

export const rulesResource = 'rowlevelsecurity';

/** A row-level rule. Rules of one `group_key` are alternatives of each other; null: the rule stands alone. */
export type Rule = DeepReadonly<Omit<RuleBody, 'changed_on'>>;
/** Regular: limits its roles. Base: limits everybody but its roles. */
export type RuleType = Rule['filter_type'];
export type RuleInput = DeepReadonly<Required<RulePost>>;

/** One rule, read afresh each time it is opened. */
export function ruleDetails(id: number) {
  return queryOptions({
    queryKey: [rulesResource, id] as const,
    queryFn: ({ signal }) => readRule(id, signal),
    staleTime: 0,
  });
}

export async function readRule(id: number, signal?: AbortSignal): Promise<Rule> {
  return (await request<Result<Rule>>(`/${rulesResource}/${id}`, signal ? { signal } : {})).result;
}

export async function createRule(input: RuleInput): Promise<void> {
  await request(`/${rulesResource}/`, { method: 'POST', body: input });
}

/** @throws ApiError 412 when `version` is not the stored one */
export async function updateRule(id: number, input: RuleInput, version: number): Promise<void> {
  await request(`/${rulesResource}/${id}`, { method: 'PUT', body: input, ifMatch: version });
}

export async function deleteRule(id: number): Promise<void> {
  await request(`/${rulesResource}/${id}`, { method: 'DELETE' });
}
