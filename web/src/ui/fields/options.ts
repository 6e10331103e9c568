import type { ReactNode } from 'react';

/** One choice. `value` is text, as everything in the page is; callers map other types to and from it. */
export type Option = {
  readonly value: string;
  readonly label: string;
  /** Small text at the end of the line: a type, a count. */
  readonly note?: string;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  /** Choices with the same group follow each other under its name. */
  readonly group?: string;
};

const collator = new Intl.Collator(undefined, { sensitivity: 'base', usage: 'search' });

/** Choices whose label or note holds every word of the search, those that begin with it first. */
export function matchOptions(options: readonly Option[], search: string): readonly Option[] {
  const words = search.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return options;
  const hits = options.filter((option) => {
    const text = `${option.label} ${option.note ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const first = words[0] ?? '';
  return hits.toSorted((a, b) => Number(startsWith(b.label, first)) - Number(startsWith(a.label, first)));
}

/** Values from pasted text: one per line or separated by commas, tabs or semicolons, without repeats. */
export function splitPasted(text: string): readonly string[] {
  const parts = /[\n\t]/.test(text) ? text.split(/[\n\t]+/) : text.split(/[,;]+/);
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
}

function startsWith(text: string, start: string): boolean {
  return collator.compare(text.slice(0, start.length), start) === 0;
}

/** What a text stands for where any may be taken: the choice that it names, else itself; `null` when it is empty. */
export function typedChoice(typed: string, options: readonly Option[]): string | null {
  const known = options.find((option) => option.value === typed || option.label === typed);
  return known?.value ?? freeText(typed, options);
}

/** A text that names no choice; `null` when it is empty or names one. */
export function freeText(typed: string, options: readonly Option[]): string | null {
  const isKnown = options.some((option) => option.value === typed || option.label === typed);
  return typed === '' || isKnown ? null : typed;
}
