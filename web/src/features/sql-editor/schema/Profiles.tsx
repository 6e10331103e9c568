import { ProfileCard } from './ProfileCard.tsx';
import { ProfilePane } from './ProfileFacts.tsx';
import type { SchemaTreeProps } from './schema-tree-props.ts';
import type { useTreeCommands } from './use-tree-commands.ts';

type ProfilesProps = SchemaTreeProps & { readonly commands: ReturnType<typeof useTreeCommands> };

/** What the column that is looked at holds: in the pane, or in a card beside the pointer. */
export function Profiles({ database, onInsert, commands: { looked, look, hover } }: ProfilesProps) {
  const source = { dbId: database.id, engine: database.backend };
  if (looked) return <ProfilePane source={source} row={looked} onInsert={onInsert} onClose={() => look(null)} />;
  if (!hover.hovered) return null;
  return (
    <ProfileCard
      source={source}
      hovered={hover.hovered}
      onInsert={onInsert}
      onOver={hover.overCard}
      onClose={hover.close}
    />
  );
}
