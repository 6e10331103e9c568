import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isVizType, plugins } from './registry.ts';

/** Names under which each type stores settings (`!`: required), and the choices of selects that are fixed. */
type Reference = {
  readonly controls: Readonly<Record<string, readonly string[]>>;
  readonly choices: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
};
const reference = JSON.parse(
  readFileSync(join(import.meta.dirname, 'testing/reference-controls.json'), 'utf8'),
) as Reference;
const types = Object.keys(plugins).filter(isVizType);

/** Written by the dataset and read by the query, without a control. */
const FROM_DATASET = new Set(['box_plot temporal_columns_lookup']);

test('[3.4-01] the types are those that settings are listed for', () => {
  expect(types.toSorted()).toEqual(Object.keys(reference.controls).toSorted());
});

test.each(types)('[3.4-01] %s has every control that its stored settings have', async (type) => {
  const { controls } = await plugins[type].load();
  const listed = reference.controls[type] ?? [];
  const missing = listed
    .map((name) => name.replace('!', ''))
    .filter((name) => !Object.hasOwn(controls, name) && !FROM_DATASET.has(`${type} ${name}`));
  const optional = listed.filter((name) => name.endsWith('!')).filter((name) => !controls[name.slice(0, -1)]?.required);
  expect({ missing, optional }).toEqual({ missing: [], optional: [] });
});

test.each(types)('[5.0-04] every choice that %s is stored with can be read', async (type) => {
  const { controls } = await plugins[type].load();
  const unknown = Object.entries(reference.choices[type] ?? {}).flatMap(([name, choices]) => {
    const control = controls[name];
    if (!control || !('choices' in control)) return [];
    const own = control.choices.map((choice) => String(typeof choice === 'object' && choice ? choice.value : choice));
    return choices.filter((choice) => !own.includes(choice)).map((choice) => `${name}: ${choice}`);
  });
  expect(unknown).toEqual([]);
});
