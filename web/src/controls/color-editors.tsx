import { categoricalColors, DEFAULT_CATEGORICAL_SCHEME } from '@tessera/core/colors/categorical';
import { readColor } from '@tessera/core/colors/rgba';
import { resolveSequentialScheme, sequentialColors, sequentialSchemes } from '@tessera/core/colors/sequential';
import { t, tMarked } from '@tessera/core/messages';
import type { Rgba } from '@tessera/viz/define';
import { useId, useState } from 'react';
import { Field, fieldAria } from '../ui/fields/Field.tsx';
import { NumberInput } from '../ui/fields/NumberInput.tsx';
import { Select } from '../ui/fields/Select.tsx';
import { themeMode, usePreferences } from '../ui/common/preferences.ts';
import { isOpacity } from './choices.ts';
import classes from './Controls.module.css';
import { editorLook, type EditorProps } from './editor-props.ts';
import { color as colorKind } from '@tessera/viz/control-kinds/color';
import { currency as currencyKind } from '@tessera/viz/control-kinds/currency';

const SWATCHES = 10;

/** Schemes by their colours: what is chosen is seen, not read. */
export function ColorSchemeEditor(props: EditorProps<'color_scheme'>) {
  const mode = usePreferences(themeMode);
  const { control, value, onChange } = props;
  const stored = typeof value === 'string' && value !== '' ? value : control.default;
  if (control.scale === 'categorical') return <PaletteNote {...props} stored={stored} />;
  return (
    <Select
      {...editorLook(props)}
      value={resolveSequentialScheme(stored)}
      showsIcon
      emptyText={t('No color scheme has this name')}
      options={Object.entries(sequentialSchemes).map(([name, scheme]) => ({
        value: name,
        label: tMarked(scheme.label),
        group: scheme.kind === 'sequential' ? t('Low to high') : t('Around a middle'),
        icon: <Swatches colors={sequentialColors(name, mode, SWATCHES)} joined />,
      }))}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}

/** The one palette of categories, and what becomes of a scheme that a chart brought from elsewhere. */
function PaletteNote({ stored, ...props }: EditorProps<'color_scheme'> & { readonly stored: string }) {
  const id = useId();
  const mode = usePreferences(themeMode);
  const isOwn = stored === DEFAULT_CATEGORICAL_SCHEME;
  return (
    <Field
      id={id}
      {...editorLook(props)}
      description={
        isOwn
          ? t('Ten colours that stay apart for colour-blind eyes; more are made by lightness.')
          : t('The chart keeps the scheme “%s” and is drawn in these ten colours.', stored)
      }
    >
      <Swatches colors={categoricalColors(stored, mode).slice(0, SWATCHES)} label={t('Tessera palette')} />
    </Field>
  );
}

type SwatchesProps = {
  readonly colors: readonly string[];
  /** What they are; none where their name stands beside them. */
  readonly label?: string;
  readonly joined?: boolean;
};

function Swatches({ colors, label, joined = false }: SwatchesProps) {
  return (
    <span
      className={classes[joined ? 'ramp' : 'swatches']}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {colors.map((color) => (
        <span key={color} style={{ background: color }} />
      ))}
    </span>
  );
}

/** One fixed colour: the picker of the system, or its text; opacity beside it. */
export function ColorEditor(props: EditorProps<'color'>) {
  const id = useId();
  const { control, value, onChange } = props;
  const color = colorKind.read(value, control) ?? control.default;
  const [typed, setTyped] = useState<string | null>(null);
  const error = typed !== null && readColor(typed) === null ? t('Invalid color') : props.error;
  const set = (next: Partial<Rgba>) => onChange({ ...color, ...next });
  return (
    <Field id={id} {...editorLook({ ...props, error })}>
      <div className={classes['colorRow']}>
        <input
          type="color"
          aria-label={t('Pick %s', tMarked(control.label))}
          className={classes['colorWell']}
          value={hexOf(color)}
          onChange={(event) => set(channelsOf(event.target.value, color))}
        />
        <input
          {...fieldAria(id, { error })}
          className={classes['colorText']}
          value={typed ?? hexOf(color)}
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.target.value);
            if (readColor(event.target.value) !== null) set(channelsOf(event.target.value, color));
          }}
          onBlur={() => readColor(typed ?? '') !== null && setTyped(null)}
        />
        <NumberInput
          label={t('Opacity')}
          hideLabel
          min={0}
          max={1}
          step={0.1}
          value={color.a}
          onChange={(a) => isOpacity(a) && set({ a })}
        />
      </div>
    </Field>
  );
}

function hexOf({ r, g, b }: Rgba): string {
  return `#${[r, g, b].map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

function channelsOf(text: string, otherwise: Rgba): Pick<Rgba, 'r' | 'g' | 'b'> {
  const { r, g, b } = readColor(text) ?? otherwise;
  return { r, g, b };
}

const currencies = [
  'USD',
  'EUR',
  'GBP',
  'JPY',
  'CNY',
  'INR',
  'CHF',
  'CAD',
  'AUD',
  'BRL',
  'MXN',
  'KRW',
  'SEK',
  'NOK',
  'DKK',
  'PLN',
  'ZAR',
  'TRY',
  'SGD',
  'NZD',
] as const;

type CurrencyEditorProps = Omit<EditorProps<'currency'>, 'data'> & { readonly disabled?: boolean };

/** The sign of a currency and its place. */
export function CurrencyEditor(props: CurrencyEditorProps) {
  const { value, onChange, disabled = false } = props;
  const currency = currencyKind.read(value, props.control) ?? null;
  return (
    <div className={classes['pair']}>
      <Select
        {...editorLook(props)}
        value={currency?.symbol ?? null}
        options={currencies.map((code) => ({ value: code, label: code }))}
        placeholder={t('None')}
        clearable
        freeEntry
        disabled={disabled}
        onChange={(symbol) =>
          onChange(symbol === null ? null : { symbol, symbolPosition: currency?.symbolPosition ?? 'prefix' })
        }
      />
      {currency && (
        <Select
          label={t('Position')}
          disabled={disabled}
          value={currency.symbolPosition}
          options={[
            { value: 'prefix', label: t('Before the number') },
            { value: 'suffix', label: t('After the number') },
          ]}
          onChange={(position) =>
            onChange({ ...currency, symbolPosition: position === 'suffix' ? 'suffix' : 'prefix' })
          }
        />
      )}
    </div>
  );
}
