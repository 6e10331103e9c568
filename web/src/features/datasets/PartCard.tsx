import { IconChevronDown, IconChevronRight, IconTrash } from '@tabler/icons-react';
import { t, tNamed } from '@tessera/core/messages';
import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/buttons/Button.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { Textarea } from '../../ui/fields/TextInput.tsx';
import classes from './Datasets.module.css';

type PartCardProps = {
  readonly title: string;
  readonly sqlLabel: string;
  readonly sql: string;
  readonly onSql: (sql: string) => void;
  /** The field was left. */
  readonly onSqlDone: () => void;
  readonly problem: string | undefined;
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
  readOnly,
  onRemove,
  details,
  children,
}: PartCardProps) {
  const [opened, setOpened] = useState(false);
  return (
    <section className={classes['panel']} aria-label={title}>
      <div className={classes['two']}>{children}</div>
      <Textarea
        label={t('SQL')}
        aria-label={sqlLabel}
        rows={Math.min(8, Math.max(2, sql.split('\n').length))}
        value={sql}
        onChange={onSql}
        onBlur={onSqlDone}
        mono
        readOnly={readOnly}
        spellCheck={false}
        error={problem === undefined ? null : t(problem)}
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
              label={tNamed('Remove %(name)s', { name: title })}
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
