import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { useEffect, useRef, useState } from 'react';
import { firstSchema } from '../../api/catalog.ts';
import { schemasOf } from '../../api/databases.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { SearchInput } from '../../ui/fields/TextInput.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { countStates, keyOf, makeDatasets, type Making, type TablePlace } from './make-datasets.ts';
import { SchemaTables } from './SchemaTables.tsx';
import classes from './TablesDialog.module.css';

type TablesDialogProps = {
  readonly database: { readonly id: number; readonly name: string };
  /** It was connected a moment ago. */
  readonly isNew: boolean;
  readonly onClose: () => void;
};

/** The schemas of a database and their tables; several become datasets in one step. */
export function TablesDialog({ database, isNew, onClose }: TablesDialogProps) {
  const schemas = useQuery(schemasOf(database.id));
  const [search, setSearch] = useState('');
  const { chosen, choose } = useChosen();
  const { making, isRunning, start, stop } = useMaking(database.id);
  const { made, failed } = countStates(making);
  const waiting = [...chosen].filter(([key]) => making.get(key)?.name !== 'made').map(([, place]) => place);
  return (
    <Dialog
      opened
      onClose={onClose}
      closable={!isRunning}
      title={
        isNew ? t('%(name)s is connected', { name: database.name }) : t('Tables of %(name)s', { name: database.name })
      }
      subtitle={t(
        'Choose the tables that people shall explore. Each becomes a dataset; names and metrics can follow later.',
      )}
      width={680}
      footer={
        <Actions
          isNew={isNew}
          isRunning={isRunning}
          made={made}
          failed={failed}
          left={waiting.length}
          onStart={() => start(waiting)}
          onStop={stop}
          onClose={onClose}
        />
      }
    >
      <SearchInput label={t('Search tables')} value={search} onChange={setSearch} />
      {schemas.isPending && <Skeleton height={240} radius="var(--ts-radius)" />}
      {schemas.isError && <ErrorCard error={schemas.error} small onRetry={() => void schemas.refetch()} />}
      {schemas.data?.length === 0 && (
        <EmptyState title={t('There is no schema that you may read.')} small>
          {t('Give the user of the connection the right to read tables, and ask again.')}
        </EmptyState>
      )}
      <div className={classes['schemas']}>
        {(schemas.data ?? []).map((schema) => (
          <SchemaTables
            key={schema}
            databaseId={database.id}
            schema={schema}
            isFirst={schema === firstSchema(schemas.data ?? [])}
            search={search}
            chosen={chosen}
            making={making}
            isRunning={isRunning}
            onChoose={choose}
          />
        ))}
      </div>
    </Dialog>
  );
}

type ActionsProps = Counts & {
  readonly isNew: boolean;
  readonly onStart: () => void;
  readonly onStop: () => void;
  readonly onClose: () => void;
};

/** How far it is, and what can be done next. */
function Actions({ isNew, isRunning, made, failed, left, onStart, onStop, onClose }: ActionsProps) {
  const again = failed > 0 && failed === left;
  return (
    <>
      <p className={classes['summary']} role="status">
        {summaryOf({ made, failed, isRunning, left })}
      </p>
      {isRunning ? (
        <Button onClick={onStop}>{t('Stop')}</Button>
      ) : (
        <Button onClick={onClose}>{made > 0 ? t('Done') : isNew ? t('Later') : t('Cancel')}</Button>
      )}
      <Button
        variant="primary"
        loading={isRunning}
        disabledReason={left === 0 ? t('Choose tables first') : null}
        onClick={onStart}
      >
        {again
          ? t('Try again')
          : left === 0
            ? t('Make datasets')
            : tn('Make one dataset', 'Make %(count)s datasets', left)}
      </Button>
    </>
  );
}

type Counts = { readonly made: number; readonly failed: number; readonly left: number; readonly isRunning: boolean };

function summaryOf({ made, failed, left, isRunning }: Counts): string {
  if (made + failed === 0 && !isRunning)
    return left === 0 ? t('Nothing chosen') : tn('One table chosen', '%(count)s tables chosen', left);
  const parts = [tn('One dataset made', '%(count)s datasets made', made)];
  if (failed > 0) parts.push(tn('1 failed', '%(count)s failed', failed));
  if (isRunning && left > 0) parts.push(tn('1 to go', '%(count)s to go', left));
  return parts.join(' · ');
}

function useChosen() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, TablePlace>>(new Map());
  const choose = (places: readonly TablePlace[], on: boolean) =>
    setChosen((now) => {
      const keys = new Set(places.map(keyOf));
      const others = [...now].filter(([key]) => !keys.has(key));
      return new Map([...others, ...(on ? places.map((place) => [keyOf(place), place] as const) : [])]);
    });
  return { chosen, choose };
}

/** What becomes of the tables, one by one. */
function useMaking(databaseId: number) {
  const client = useQueryClient();
  const [making, setMaking] = useState<Making>(new Map());
  const [isRunning, setRunning] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = (places: readonly TablePlace[]) => {
    const controller = new AbortController();
    running.current = controller;
    setRunning(true);
    setMaking((now) => new Map([...now, ...places.map((place) => [keyOf(place), { name: 'waiting' }] as const)]));
    void makeDatasets(databaseId, places, {
      signal: controller.signal,
      tell: (key, state) => setMaking((now) => new Map(now).set(key, state)),
    }).then(() => {
      setRunning(false);
      setMaking((now) => new Map([...now].filter(([, { name }]) => name !== 'waiting')));
      return client.invalidateQueries({ queryKey: ['dataset'] });
    });
  };
  return { making, isRunning, start, stop: () => running.current?.abort() };
}
