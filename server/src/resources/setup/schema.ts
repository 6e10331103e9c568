import { Type, type Static } from 'typebox';
import { UserPost } from '../users/schema.ts';

const { username, first_name: firstName, last_name: lastName, email, password } = UserPost.properties;

export const SetupPost = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 200 }),
    username,
    password,
    email,
    first_name: Type.Optional(firstName),
    last_name: Type.Optional(lastName),
  },
  { additionalProperties: false },
);
export type SetupPost = Static<typeof SetupPost>;
export const SetupBody = Type.Object({ message: Type.String() });
export type SetupBody = Static<typeof SetupBody>;
export const SetupOpenBody = Type.Object({ result: Type.Object({ open: Type.Boolean() }) });
export type SetupOpenBody = Static<typeof SetupOpenBody>;
