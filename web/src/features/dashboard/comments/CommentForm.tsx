import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState, type KeyboardEvent } from 'react';
import { mentionable, type Comment } from '../../../api/comments.ts';
import { nameOf } from '../../../api/me.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { MultiSelect } from '../../../ui/fields/MultiSelect.tsx';
import { Textarea } from '../../../ui/fields/TextInput.tsx';
import { useDashboard } from '../DashboardProvider.tsx';
import classes from './Comments.module.css';

type CommentFormProps = {
  readonly label: string;
  readonly action: string;
  readonly initial?: string;
  readonly initialMentions?: Comment['mentions'];
  readonly takesFocus?: boolean;
  readonly isBusy: boolean;
  readonly onCancel?: () => void;
  /** `onDone` empties the form; what was typed stays where it fails. */
  readonly onSubmit: (text: string, mentions: readonly number[], onDone: () => void) => void;
};

/** Where a comment is written. Ctrl and Enter send it. */
export function CommentForm(props: CommentFormProps) {
  const { label, action, initial = '', initialMentions = [], takesFocus = false, isBusy, onCancel, onSubmit } = props;
  const [text, setText] = useState(initial);
  const naming = useNaming(initialMentions);
  const isEmpty = text.trim() === '';
  const done = () => {
    setText('');
    naming.clear();
  };
  const submit = () => {
    if (!isEmpty && !isBusy) onSubmit(text.trim(), naming.ids, done);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
  };
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Textarea
        label={label}
        value={text}
        onChange={setText}
        onKeyDown={onKeyDown}
        rows={2}
        maxLength={2000}
        {...(takesFocus ? { ref: focus } : {})}
      />
      {naming.isOn && <NamesField naming={naming} />}
      <div className={classes['deeds']}>
        <Button
          type="submit"
          size="small"
          variant="primary"
          loading={isBusy}
          disabledReason={isEmpty ? t('Write something first') : null}
        >
          {action}
        </Button>
        {!naming.isOn && (
          <Button size="small" variant="quiet" onClick={naming.begin}>
            {t('Mention somebody')}
          </Button>
        )}
        {onCancel && (
          <Button size="small" variant="quiet" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Whom a comment names: asked for when somebody is to be named. */
function useNaming(initial: Comment['mentions']) {
  const id = useDashboard((state) => state.id) ?? 0;
  const [named, setNamed] = useState<readonly string[]>(initial.map((one) => String(one.id)));
  const [search, setSearch] = useState('');
  const [isOn, setOn] = useState(initial.length > 0);
  const found = useQuery({ ...mentionable(id, search), enabled: isOn });
  const known = new Map([...initial, ...(found.data ?? [])].map((one) => [String(one.id), nameOf(one)] as const));
  return {
    isOn,
    ids: named.map(Number),
    named,
    setNamed,
    setSearch,
    isSearching: found.isFetching,
    options: [...known].map(([value, label]) => ({ value, label })),
    begin: () => setOn(true),
    clear: () => {
      setNamed([]);
      setOn(false);
    },
  };
}

function NamesField({ naming }: { readonly naming: ReturnType<typeof useNaming> }) {
  return (
    <MultiSelect
      label={t('To')}
      description={t('They find it on their home page.')}
      values={naming.named}
      onChange={naming.setNamed}
      options={naming.options}
      onSearch={naming.setSearch}
      loading={naming.isSearching}
      emptyText={t('Nobody of this name sees this dashboard')}
    />
  );
}

function focus(field: HTMLTextAreaElement | null): void {
  field?.focus();
}
