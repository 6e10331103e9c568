import { describe, expect, test } from 'vitest';
import {
  additivityOfAggregate,
  addsUp,
  addsUpOverTime,
  declaredAdditivity,
  withDeclaredAdditivity,
} from './additivity.ts';

describe('additivity', () => {
  test('sums and counts add up, other aggregates do not', () => {
    expect(['SUM', 'count', 'AVG', 'COUNT_DISTINCT', 'MIN', 'max'].map(additivityOfAggregate)).toEqual([
      'additive',
      'additive',
      'non_additive',
      'non_additive',
      'non_additive',
      'non_additive',
    ]);
    expect(additivityOfAggregate(null)).toBe('unknown');
  });

  test('a level adds up within a period and not over periods; what nobody knows never does', () => {
    expect([addsUp('semi_additive'), addsUpOverTime('semi_additive')]).toEqual([true, false]);
    expect([addsUp('unknown'), addsUp(undefined), addsUp('non_additive')]).toEqual([false, false, false]);
  });

  test('what an author says is stored in extra beside other keys, and taken out again', () => {
    const extra = withDeclaredAdditivity('{"certification":{"certified_by":"Ann"}}', 'semi_additive');
    expect(declaredAdditivity(extra)).toBe('semi_additive');
    expect(withDeclaredAdditivity(extra, null)).toBe('{"certification":{"certified_by":"Ann"}}');
    expect(withDeclaredAdditivity('{"additivity":"additive"}', null)).toBeNull();
    expect([
      declaredAdditivity('{"additivity":"often"}'),
      declaredAdditivity('no json'),
      declaredAdditivity('[]'),
    ]).toEqual([null, null, null]);
  });
});
