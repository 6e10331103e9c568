import { TextInput } from '../../ui/fields/TextInput.tsx';

type CellInputProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly readOnly: boolean;
  readonly mono?: boolean;
  readonly error?: string | undefined;
};

/** A text field in a table cell; its label is for screen readers, the head of the column for eyes. */
export function CellInput({ error, ...props }: CellInputProps) {
  return <TextInput {...props} hideLabel error={error} autoComplete="off" spellCheck={false} />;
}
