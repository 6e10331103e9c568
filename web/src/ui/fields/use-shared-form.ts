import { useMutation } from '@tanstack/react-query';
import { tMarked } from '@tessera/core/messages';
import { useState } from 'react';
import { isStaleVersion } from '../../api/api-error.ts';
import { mergeDrafts } from '@tessera/core/merge-drafts';

/** How a stored object is edited in a form. */
export type FormShape<Stored, Draft> = {
  /** The fields that the server keeps, in the order in which they are reported. */
  readonly fields: readonly { readonly name: keyof Draft; readonly label: string }[];
  readonly draftOf: (stored: Stored) => Draft;
  /** What a stored object has in a field, for users to read; empty for nothing. */
  readonly wordsOf: (field: keyof Draft, stored: Stored) => string;
};

/** What came in from another user, as `ChangedNotice` tells it. */
type FormNews = {
  readonly taken: readonly string[];
  readonly clashes: readonly { readonly label: string; readonly theirs: string }[];
};

/** Bring what another user saved into a form that began with `base`. */
export function mergeForm<Stored, Draft extends object>(
  { fields, draftOf, wordsOf }: FormShape<Stored, Draft>,
  base: Stored,
  mine: Draft,
  theirs: Stored,
): { readonly draft: Draft; readonly news: FormNews } {
  const { draft, taken, kept } = mergeDrafts(
    fields.map(({ name }) => name),
    draftOf(base),
    mine,
    draftOf(theirs),
  );
  return {
    draft,
    news: {
      taken: fields.filter(({ name }) => taken.includes(name)).map(({ label }) => tMarked(label)),
      clashes: fields
        .filter(({ name }) => kept.includes(name))
        .map(({ name, label }) => ({ label: tMarked(label), theirs: wordsOf(name, theirs) })),
    },
  };
}

type SharedForm<Stored extends object, Base extends Stored | null, Draft, Saved> = FormShape<Stored, Draft> & {
  /** As it was when the form opened; null for something that is being made. */
  readonly stored: Base;
  /** What the form shows at first. */
  readonly opened: Draft;
  /** @throws ApiError 412 when `base` is not what is stored any more */
  readonly write: (base: Base | Stored, draft: Draft) => Promise<Saved>;
  readonly read: (base: Stored) => Promise<Stored>;
  /** @param hasNews Whether it was merged with what somebody else had saved meanwhile */
  readonly onSaved: (saved: Saved, hasNews: boolean) => void | Promise<void>;
};

/**
 * A form for something that others may save while it is open: a save that comes second is refused by the server, takes
 * over what only they changed, says so, and leaves it to the user to save again. Nothing that was typed is given up.
 */
export function useSharedForm<Stored extends object, Base extends Stored | null, Draft extends object, Saved>({
  stored,
  opened: given,
  write,
  read,
  onSaved,
  ...shape
}: SharedForm<Stored, Base, Draft, Saved>) {
  const [base, setBase] = useState<Base | Stored>(stored);
  const [opened] = useState(given);
  const [draft, setDraft] = useState(opened);
  const [news, setNews] = useState<FormNews | null>(null);
  const save = useMutation({
    mutationFn: async () => {
      try {
        return { saved: await write(base, draft) };
      } catch (error) {
        if (!isStaleVersion(error) || base === null) throw error;
        return { before: base, theirs: await read(base) };
      }
    },
    onSuccess: (outcome) => {
      if ('saved' in outcome) return onSaved(outcome.saved, news !== null);
      const merged = mergeForm(shape, outcome.before, draft, outcome.theirs);
      setDraft(merged.draft);
      setNews(merged.news);
      setBase(outcome.theirs);
    },
  });
  return {
    /** What is stored, as far as the form knows. */
    base,
    draft,
    change: (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part })),
    isDirty: JSON.stringify(draft) !== JSON.stringify(opened),
    news,
    save,
  };
}
