import { onDemand } from '../../../ui/common/on-demand.tsx';
import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useDeferredValue, useRef, useState, useSyncExternalStore } from 'react';
import { searchTables, type ListedTable } from '../../../api/catalog.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { SearchInput } from '../../../ui/fields/TextInput.tsx';
import classes from './SchemaBar.module.css';
import { joinRows, rowsOf, type Rows } from './tree/rows.ts';
import type { TreeRow } from './tree/tree-row.ts';
import { foundRows, treeRows, type TreeSource } from './tree/tree-rows.ts';
import { rowLabel } from './tree/tree-words.ts';
import { TreeRowContent } from './tree/TreeRowContent.tsx';
import { TreeView } from './tree/TreeView.tsx';
import { useTreeSource } from './tree/use-tree-source.ts';
import type { SchemaTreeProps } from './schema-tree-props.ts';
import { useTreeCommands } from './use-tree-commands.ts';

const TableMenu = onDemand(async () => (await import('./TableMenu.tsx')).TableMenu);
/** With the code that formats numbers. */
const Profiles = onDemand(async () => (await import('./Profiles.tsx')).Profiles);
const TablePreview = onDemand(async () => (await import('./TablePreview.tsx')).TablePreview);

/** Fetch the profiles of columns ahead. */
export const preloadProfiles = Profiles.preload;

/** Schemas, tables and what they are made of, with a search over all of them. */
export function SchemaTree(props: SchemaTreeProps) {
  const { tab, database } = props;
  const tree = useRef<HTMLDivElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const rowHeight = useRowHeight();
  const [search, setSearch] = useState('');
  const { source, schemas, pinned } = useTreeSource(tab, database.id);
  const found = useFound(database.id, tab.catalog, search, source);
  const rows = found.rows ?? treeRows(source);
  const commands = useTreeCommands({ ...props, rows, source, pinned, clearSearch: () => setSearch(''), tree });
  const { menu, preview } = commands;

  if (schemas.isPending) return <TreeSkeleton />;
  if (schemas.isError) return <ErrorCard error={schemas.error} onRetry={() => void schemas.refetch()} small />;
  return (
    <>
      <div className={classes['search']}>
        <SearchInput
          ref={searchBox}
          label={t('Search tables')}
          placeholder={t('Search all tables')}
          value={search}
          onChange={setSearch}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            tree.current?.focus();
          }}
        />
      </div>
      <TreeBody found={found} isEmpty={source.schemas.length === 0}>
        <TreeView
          {...commands.rowCommands}
          tree={tree}
          label={found.rows ? t('Tables that were found') : t('Tables of %s', database.database_name)}
          rows={rows}
          rowHeight={rowHeight}
          active={commands.active}
          onActive={commands.setActive}
          labelOf={rowLabel}
          onLetter={(letter) => {
            setSearch(letter);
            searchBox.current?.focus();
          }}
        >
          {(row) => <TreeRowContent row={row} search={found.rows ? found.search : ''} actions={commands.rowActions} />}
        </TreeView>
      </TreeBody>
      {(commands.looked ?? commands.hover.hovered) !== null && <Profiles {...props} commands={commands} />}
      {menu && <TableMenu {...menu} />}
      {preview && <TablePreview {...preview} />}
    </>
  );
}

type Found = {
  /** Null while nothing is searched. */
  readonly rows: Rows<TreeRow> | null;
  readonly search: string;
  readonly state: 'none' | 'waiting' | 'failed' | 'here';
  readonly error: unknown;
  readonly retry: () => void;
};

/** What fits the search: those of the text before are on screen until the server's answer is there. */
function useFound(dbId: number, catalog: string | null, typed: string, source: TreeSource): Found {
  const search = useDeferredValue(typed.trim());
  const answer = useQuery({ ...searchTables(dbId, catalog, search), enabled: search !== '' });
  const retry = () => void answer.refetch();
  if (search === '') return { rows: null, search, state: 'none', error: null, retry };
  const { data } = answer;
  if (data) {
    const rows = foundRows(source, data.tables, data.isCut);
    return {
      rows,
      search,
      state: answer.isPlaceholderData && rows.count === 0 ? 'waiting' : 'here',
      error: null,
      retry,
    };
  }
  if (!answer.isError) return { rows: rowsOf([]), search, state: 'waiting', error: null, retry };
  // Without the search there are still the names that were read.
  const near = nearTables(source, search);
  const problem: TreeRow = { kind: 'problem', key: 'found problem', ...alone, error: answer.error, what: 'search' };
  const rows = joinRows([rowsOf([problem]), foundRows(source, near, false)]);
  return { rows, search, state: near.length > 0 ? 'here' : 'failed', error: answer.error, retry };
}

const alone = { level: 1, position: 1, size: -1 } as const;
const MAX_NEAR = 200;

/** Of the lists that are here already. */
function nearTables({ schemas, tablesOf }: TreeSource, search: string): readonly ListedTable[] {
  const words = search.toLowerCase().split(/[\s.]+/);
  return schemas
    .flatMap((schema) => {
      const list = tablesOf(schema);
      return list?.state === 'here' ? list.value : [];
    })
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .slice(0, MAX_NEAR);
}

type TreeBodyProps = { readonly found: Found; readonly isEmpty: boolean; readonly children: React.ReactNode };

/** The rows, or why there are none. */
function TreeBody({ found, isEmpty, children }: TreeBodyProps) {
  if (found.state === 'failed') return <ErrorCard error={found.error} onRetry={found.retry} small />;
  if (found.state === 'waiting') return <TreeSkeleton />;
  if (found.rows?.count === 0)
    return (
      <EmptyState small drawing="none" title={t('No table has “%s” in its name.', found.search)}>
        {t('The search looks into every schema that you may read.')}
      </EmptyState>
    );
  if (found.rows === null && isEmpty)
    return (
      <EmptyState small drawing="none" title={t('There is no schema that you may read.')}>
        {t('Give the user of the connection the right to read tables, and ask again.')}
      </EmptyState>
    );
  return children;
}

function TreeSkeleton() {
  return (
    <div className={classes['skeleton']} role="status" aria-label={t('Loading…')}>
      {[62, 48, 70, 55, 40, 66].map((width) => (
        <Skeleton key={width} width={`${width}%`} height={14} />
      ))}
    </div>
  );
}

const touch = '(pointer: coarse)';

/** Higher where a finger has to hit it. */
function useRowHeight(): number {
  return useSyncExternalStore(
    (listen) => {
      const list = matchMedia(touch);
      list.addEventListener('change', listen);
      return () => list.removeEventListener('change', listen);
    },
    () => (matchMedia(touch).matches ? 40 : 28),
  );
}
