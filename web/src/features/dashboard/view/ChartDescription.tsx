import { IconInfoCircle } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Markdown } from '../../../ui/markdown/Markdown.tsx';
import { Popover } from '../../../ui/overlays/Popover.tsx';
import cardStyles from './Card.module.css';

/** What its owners say about a chart, behind a mark beside its name. */
export function ChartDescription({ text, title }: { readonly text: string; readonly title: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      label={t('Description of %(name)s', { name: title })}
      opened={opened}
      onChange={setOpened}
      width={320}
      trigger={
        <IconButton
          size="small"
          label={t('Description of %(name)s', { name: title })}
          icon={<IconInfoCircle size={16} stroke={1.5} />}
          onClick={() => setOpened(!opened)}
        />
      }
    >
      <div className={cardStyles['description']}>
        <Markdown source={text} level={3} />
      </div>
    </Popover>
  );
}
