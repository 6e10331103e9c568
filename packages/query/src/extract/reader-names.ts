/** Words of the language of templates, and its tests and filters. */
const language = new Set(
  (
    'if elif else endif for in endfor set endset not and or is none true false null loop defined undefined ' +
    'default d upper lower title capitalize trim replace join length count first last ' +
    'list string int float bool round ' +
    'abs map select reject sort unique reverse items dict range namespace index index0 safe tojson'
  ).split(' '),
);

/**
 * A name in the templates of a text that may mean something else for each reader or at each time; null where all of
 * them are parameters of the dataset, or words of the language.
 */
export function readerName(text: string, parameters: ReadonlySet<string>): string | null {
  const given = new Set<string>();
  for (const [mark] of text.matchAll(/\{\{.*?\}\}|\{%.*?%\}/gs)) {
    const plain = mark.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs, ' ');
    for (const [, name] of plain.matchAll(/\{%-?\s*(?:set|for)\s+(\w+)/g)) if (name !== undefined) given.add(name);
    for (const [, before, name] of plain.matchAll(/(^|[^\w.])([A-Za-z_]\w*)/g)) {
      if (name === undefined || before === undefined) continue;
      if (!language.has(name.toLowerCase()) && !parameters.has(name) && !given.has(name)) return name;
    }
  }
  return null;
}
