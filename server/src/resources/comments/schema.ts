import { Type, type Static } from 'typebox';
import { UserShape } from '../charts/schema.ts';

const closed = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Text = Type.String({ minLength: 1, maxLength: 2000 });
const Mentions = Type.Array(Id, { maxItems: 20 });

export const CommentParams = Type.Object({ key: Type.String({ maxLength: 255 }), comment: Id });

export const CommentPost = Type.Object(
  {
    text: Text,
    /** About a chart; left out, about the dashboard. */
    chart_id: Type.Optional(Id),
    /** An answer to another comment. */
    parent_id: Type.Optional(Id),
    /** What was set when it was written, as JSON: filters, selections and open tabs. */
    state: Type.Optional(Type.String({ maxLength: 50_000 })),
    /** Users who are named in it. */
    mentions: Type.Optional(Mentions),
  },
  closed,
);
export type CommentPost = Static<typeof CommentPost>;

export const CommentPut = Type.Partial(
  Type.Object({ text: Text, resolved: Type.Boolean(), mentions: Mentions }),
  closed,
);
export type CommentPut = Static<typeof CommentPut>;

export const Comment = Type.Object({
  id: Type.Integer(),
  chart_id: Type.Union([Type.Integer(), Type.Null()]),
  parent_id: Type.Union([Type.Integer(), Type.Null()]),
  text: Type.String(),
  state: Type.Union([Type.String(), Type.Null()]),
  mentions: Type.Array(UserShape),
  created_by: Type.Union([UserShape, Type.Null()]),
  created_on: Type.String(),
  changed_on: Type.String(),
  resolved_on: Type.Union([Type.String(), Type.Null()]),
  resolved_by: Type.Union([UserShape, Type.Null()]),
  can_edit: Type.Boolean(),
  can_delete: Type.Boolean(),
});
export type Comment = Static<typeof Comment>;
export const Comments = Type.Object({ result: Type.Array(Comment) });
export type Comments = Static<typeof Comments>;
export const CommentSaved = Type.Object({ id: Type.Integer(), result: Comment });
export type CommentSaved = Static<typeof CommentSaved>;

/** Whom a comment may name. */
export const MentionableUsers = Type.Object({ result: Type.Array(UserShape) });
export type MentionableUsers = Static<typeof MentionableUsers>;
export const UserSearch = Type.Object({ search: Type.Optional(Type.String({ maxLength: 100 })) });

/** A comment that names the user who asks, and was not seen yet. */
export const Mention = Type.Object({
  comment_id: Type.Integer(),
  dashboard_id: Type.Integer(),
  dashboard_title: Type.String(),
  text: Type.String(),
  created_by: Type.Union([UserShape, Type.Null()]),
  created_on: Type.String(),
});
export type Mention = Static<typeof Mention>;
export const Mentioned = Type.Object({ result: Type.Array(Mention) });
export type Mentioned = Static<typeof Mentioned>;
export const MentionsSeen = Type.Object({ ids: Type.Array(Id, { maxItems: 200 }) }, closed);
export type MentionsSeen = Static<typeof MentionsSeen>;
