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

/** Translate a sentence and fill its gaps. */
export function t(sentence: string, ...values: readonly (string | number)[] | [Readonly<Record<string, string | number>>]): string {
  const text = messages[sentence] ?? sentence;
  if (values.length === 0) return text;
  const first = values[0];
  if (typeof first === 'object') return text.replace(/%\((\w+)\)s/g, (gap, name: string) => String(first[name] ?? gap));
  let next = 0;
  return text.replace(/%s/g, (gap) => String(values[next++] ?? gap));
}
