import { useState } from 'react';
import { expressionComplaint, type Dataset } from '../../api/datasets.ts';
import { placedMessage } from '../../ui/feedback/placed-message.ts';
import { changedExpressions, standing, standingPlaces, type Complaint, type Expression } from './dataset-complaints.ts';
import type { DatasetDraft } from './dataset-draft.ts';

/** What the database says of the expressions in the editor, and what the server said of the last save. */
export function useComplaints(draft: DatasetDraft, stored: Dataset) {
  const [found, setFound] = useState<ReadonlyMap<string, Complaint>>(new Map());
  const [asked, setAsked] = useState<ReadonlyMap<string, string>>(new Map());

  const tell = (key: string, complaint: Complaint | null): void =>
    setFound(
      (now) =>
        new Map([
          ...[...now].filter(([other]) => other !== key),
          ...(complaint === null ? [] : [[key, complaint] as const]),
        ]),
    );

  /** @returns the complaint, or nothing when there is none or nobody could be asked: the save asks again */
  const ask = async ({ key, text, type }: Expression): Promise<string | null> => {
    if (asked.get(key) === text) return standing(found, draft).get(key) ?? null;
    const complaint = await expressionComplaint(stored.id, text, type).catch(() => null);
    const message = complaint && placedMessage(complaint.message, complaint.place);
    setAsked((now) => new Map([...now, [key, text]]));
    tell(key, complaint === null || message === null ? null : { about: text, message, place: complaint.place });
    return message;
  };

  /** Against another query than the stored one nothing can be said yet. */
  const checkable = (): readonly Expression[] =>
    draft.settings.sql === stored.sql ? changedExpressions(draft, stored) : [];

  return {
    standing: standing(found, draft),
    places: standingPlaces(found, draft),
    tell,
    /** After a field was left. */
    check: (key: string): void => {
      const expression = checkable().find((each) => each.key === key);
      if (expression) void ask(expression);
    },
    /** @returns the key of the first expression that is wrong */
    checkAll: async (): Promise<string | null> => {
      const expressions = checkable();
      const messages = await Promise.all(expressions.map(ask));
      return expressions.find((_, index) => messages[index] !== null)?.key ?? null;
    },
  };
}
