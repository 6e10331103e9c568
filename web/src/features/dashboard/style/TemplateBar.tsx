import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { cssTemplates, cssTemplatesResource, saveCssTemplate } from '../../../api/css-templates.ts';
import { fieldComplaint, otherComplaint } from '../../../api/field-complaint.ts';
import { holds, me } from '../../../api/me.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import classes from './TemplateBar.module.css';

type TemplateBarProps = { readonly css: string; readonly onTake: (css: string) => void };

/** Begin with a template, or make one of what is written. */
export function TemplateBar({ css, onTake }: TemplateBarProps) {
  const user = useQuery(me).data;
  const mayRead = user !== undefined && holds(user, 'can_read', 'CssTemplate');
  const mayWrite = user !== undefined && holds(user, 'can_write', 'CssTemplate');
  const all = useQuery({ ...cssTemplates, enabled: mayRead }).data ?? [];
  const [isNaming, setNaming] = useState(false);
  const options = all.map(({ id, template_name: label }) => ({ value: String(id), label }));
  return (
    <div className={classes['bar']}>
      {all.length > 0 && (
        <Select
          label={t('Load a CSS template')}
          placeholder={t('Choose a template')}
          value={all.find((one) => one.css === css)?.id.toString() ?? null}
          options={options}
          onChange={(value) => {
            const template = all.find(({ id }) => String(id) === value);
            if (template !== undefined) onTake(template.css);
          }}
        />
      )}
      {mayWrite && !isNaming && (
        <Button disabledReason={css.trim() === '' ? t('There is no style yet') : null} onClick={() => setNaming(true)}>
          {t('Save as template')}
        </Button>
      )}
      {isNaming && <NameForm css={css} onDone={() => setNaming(false)} />}
    </div>
  );
}

/** The button that was pressed is gone. */
function takeFocus(input: HTMLInputElement | null): void {
  input?.focus();
}

function NameForm({ css, onDone }: { readonly css: string; readonly onDone: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: () => saveCssTemplate(null, { template_name: name.trim(), css }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [cssTemplatesResource] });
      toast.success(t('The CSS template %(name)s was saved', { name: name.trim() }));
      onDone();
    },
  });
  return (
    <>
      <TextInput
        label={t('Name of the template')}
        value={name}
        onChange={setName}
        maxLength={250}
        error={fieldComplaint(save.error, 'template_name') ?? otherComplaint(save.error, ['template_name'])}
        autoComplete="off"
        ref={takeFocus}
      />
      <Button
        loading={save.isPending}
        disabledReason={name.trim() === '' ? t('Give the template a name.') : null}
        onClick={() => save.mutate()}
      >
        {t('Save template')}
      </Button>
      <Button variant="quiet" onClick={onDone}>
        {t('Cancel')}
      </Button>
    </>
  );
}
