import { IconDots, IconEye, IconEyeOff, IconIndentIncrease } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import type { Step, Steps } from '@tessera/query/sql-assist/steps';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import type { EditorKeys } from '../../../ui/code-editor/sql/keys.ts';
import { Menu, MenuDivider, MenuItem, MenuLabel } from '../../../ui/overlays/Menu.tsx';
import { StepTrail } from './preview/StepTrail.tsx';
import classes from './SqlField.module.css';

type EditorBarProps = {
  readonly steps: Steps | null;
  readonly onGo: (step: Step) => void;
  readonly isPreviewed: boolean;
  readonly onPreview: (isOn: boolean) => void;
  readonly onFormat: () => void;
  readonly onSnippet: () => void;
  readonly keys: EditorKeys;
  readonly onKeys: (keys: EditorKeys) => void;
  readonly wraps: boolean;
  readonly onWrap: (wraps: boolean) => void;
};

/** Below the text: what the cursor is in, and what can be done with the text. */
export function EditorBar(props: EditorBarProps) {
  const { steps, onGo, isPreviewed, onPreview, onFormat, keys, onKeys, wraps, onWrap } = props;
  const keyNames = [
    ['standard', t('Standard keys')],
    ['vim', t('Vim keys')],
    ['emacs', t('Emacs keys')],
  ] as const;
  return (
    <div className={classes['bar']}>
      <StepTrail steps={steps} onGo={onGo} />
      <span className={classes['barEnd']}>
        <IconButton
          label={t('Preview the rows while typing')}
          size="small"
          pressed={isPreviewed}
          icon={isPreviewed ? <IconEye size={16} stroke={1.5} /> : <IconEyeOff size={16} stroke={1.5} />}
          onClick={() => onPreview(!isPreviewed)}
        />
        <IconButton
          label={t('Format')}
          shortcut="⇧⌥F"
          size="small"
          icon={<IconIndentIncrease size={16} stroke={1.5} />}
          onClick={onFormat}
        />
        <Menu
          label={t('More of the text')}
          trigger={<IconButton label={t('More of the text')} size="small" icon={<IconDots size={16} stroke={1.5} />} />}
        >
          <MenuItem onClick={props.onSnippet}>{t('Snippets…')}</MenuItem>
          <MenuItem end={wraps ? '✓' : ''} onClick={() => onWrap(!wraps)}>
            {t('Wrap long lines')}
          </MenuItem>
          <MenuDivider />
          <MenuLabel>{t('Keys')}</MenuLabel>
          {keyNames.map(([each, label]) => (
            <MenuItem key={each} end={each === keys ? '✓' : ''} onClick={() => onKeys(each)}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      </span>
    </div>
  );
}
