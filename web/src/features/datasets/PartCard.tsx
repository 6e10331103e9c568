import { IconChevronDown, IconChevronRight, IconTrash } from '@tabler/icons-react';
import { t, tMarked } from '@tessera/core/messages';
import type { TextPosition } from '@tessera/core/text-position';
import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/buttons/Button.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { CodeField } from '../../ui/code-editor/CodeField.tsx';
import type { Suggestion } from '../../ui/code-editor/editor-props.ts';
import classes from './Datasets.module.css';

type PartCardProps = {
  readonly title: string;
  readonly sqlLabel: string;
  readonly sql: string;
  readonly onSql: (sql: string) => void;
  /** The field was left. */
  readonly onSqlDone: () => void;
  readonly problem: string | undefined;
  readonly place: TextPosition | null;
  readonly suggestions: readonly Suggestion[];
  readonly engine: string;
  readonly readOnly: boolean;
  readonly onRemove: () => void;
  readonly details: ReactNode;
  readonly children: ReactNode;
};

/** A metric or calculated column: its fields, its SQL, and the rest on demand. */
export function PartCard({
  title,
  sqlLabel,
  sql,
  onSql,
  onSqlDone,
  problem,
  place,
  suggestions,
  engine,
  readOnly,
  onRemove,
  details,
  children,
}: PartCardProps) {
  const [opened, setOpened] = useState(false);
  return (
    <section className={classes['panel']} aria-label={title}>
      <div className={classes['two']}>{children}</div>
      <CodeField
        label={t('SQL')}
        accessibleName={sqlLabel}
        language="sql-template"
        engine={engine}
        suggestions={suggestions}
        rows={2}
        value={sql}
        onChange={onSql}
        onBlur={onSqlDone}
        readOnly={readOnly}
        error={problem === undefined ? null : tMarked(problem)}
        errorPlace={place}
        required
      />
      <div className={classes['bar']}>
        <Button
          variant="quiet"
          size="small"
          aria-expanded={opened}
          icon={opened ? <IconChevronDown size={14} stroke={1.5} /> : <IconChevronRight size={14} stroke={1.5} />}
          onClick={() => setOpened(!opened)}
        >
          {t('Description, certification, warning')}
        </Button>
        {!readOnly && (
          <span className={classes['barEnd']}>
            <IconButton
              size="small"
              danger
              label={t('Remove %(name)s', { name: title })}
              icon={<IconTrash size={16} stroke={1.5} />}
              onClick={onRemove}
            />
          </span>
        )}
      </div>
      {opened && details}
    </section>
  );
}
