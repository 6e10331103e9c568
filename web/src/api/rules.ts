import { queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

export const rulesResource = 'rowlevelsecurity';

/** Regular: limits its roles. Base: limits everybody but its roles. */
export type RuleType = 'Regular' | 'Base';

/** A row-level rule as lists and the dialog read it. */
export type Rule = {
  readonly id: number;
  readonly name: string;
  readonly filter_type: RuleType;
  /** Rules of one key are alternatives of each other; null: the rule stands alone. */
  readonly group_key: string | null;
  /** SQL predicate that rows must meet. */
  readonly clause: string;
  readonly description: string | null;
  readonly tables: readonly { readonly id: number; readonly schema: string | null; readonly table_name: string }[];
  readonly roles: readonly { readonly id: number; readonly name: string }[];
  readonly changed_on_delta_humanized: string;
  readonly version: number;
};

export type RuleInput = Pick<Rule, 'name' | 'filter_type' | 'group_key' | 'clause' | 'description'> & {
  readonly tables: readonly number[];
  readonly roles: readonly number[];
};

/** One rule, read afresh each time it is opened. */
export function ruleDetails(id: number) {
  return queryOptions({
    queryKey: [rulesResource, id] as const,
    queryFn: ({ signal }) => readRule(id, signal),
    staleTime: 0,
  });
}

export async function readRule(id: number, signal?: AbortSignal): Promise<Rule> {
  return (await request<{ readonly result: Rule }>(`/${rulesResource}/${id}`, signal ? { signal } : {})).result;
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
