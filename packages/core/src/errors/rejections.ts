import { defineErrors, fieldsText, type Complaints } from './define.ts';

/** A well-formed write that the rules of its object refuse, field by field. */
export const rejectionErrors = defineErrors({
  /** `fields` maps a field to its complaints, as `{"message": {"slug": ["Must be unique"]}}`. */
  rejected_fields: {
    status: 422,
    type: 'GENERIC_COMMAND_ERROR',
    text: (p: { fields: Complaints }) => fieldsText(p.fields),
  },
});
