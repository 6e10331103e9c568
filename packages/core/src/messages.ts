/**
 * The one message catalogue: the English sentence is the key, and a catalogue of another language maps it.
 * Sentences hold `%s` (in order) or `%(name)s` as the specification writes them.
 */
export type Messages = Readonly<Record<string, string>>;

let messages: Messages = {};

/** Put another language in place; a sentence that it lacks stays English. */
export function setMessages(catalogue: Messages): void {
  messages = catalogue;
}

/** Translate a sentence and fill its `%s` gaps in order. */
export function t(sentence: string, ...values: readonly (string | number)[]): string {
  let next = 0;
  return (messages[sentence] ?? sentence).replace(/%s/g, (gap) => String(values[next++] ?? gap));
}

/** Translate a sentence and fill its `%(name)s` gaps by name. */
export function tNamed(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return (messages[sentence] ?? sentence).replace(/%\((\w+)\)s/g, (gap, name: string) => String(values[name] ?? gap));
}
