import { useQuery } from '@tanstack/react-query';
import { IconLock, IconPencil } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { catalogsOf, schemasIn, type EditorDatabase } from '../../../api/catalog.ts';
import { engineName } from '../../../api/engine-names.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { EngineMark } from '../../../ui/feedback/EngineMark.tsx';
import { LazySelect } from '../../../ui/fields/LazySelect.tsx';
import { Tooltip } from '../../../ui/overlays/Tooltip.tsx';
import type { EditorTab } from '../tabs/tabs.ts';
import { editTab } from '../tabs/tabs-store.ts';

type DatabaseFieldProps = {
  readonly tab: EditorTab;
  readonly databases: readonly EditorDatabase[];
  readonly isLoading: boolean;
};

/** Which database the tab asks, and whether it may change it. */
export function DatabaseField({ tab, databases, isLoading }: DatabaseFieldProps) {
  const chosen = databases.find(({ id }) => id === tab.dbId);
  return (
    <LazySelect
      label={t('Database')}
      showsIcon
      value={tab.dbId === null ? null : String(tab.dbId)}
      onChange={(id) => editTab(tab.id, { dbId: id === null ? null : Number(id), catalog: null, schema: null })}
      options={databases.map(({ id, database_name: name, backend }) => ({
        value: String(id),
        label: name,
        note: engineName(backend),
        icon: <EngineMark engine={backend} />,
      }))}
      loading={isLoading}
      aside={chosen && <Rights database={chosen} />}
    />
  );
}

function Rights({ database }: { readonly database: EditorDatabase }) {
  return database.allow_dml ? (
    <Tooltip label={t('Statements may change and delete what is in this database.')} isPressed>
      <span>
        <Badge tone="danger" icon={<IconPencil size={12} stroke={1.5} />}>
          {t('Writes')}
        </Badge>
      </span>
    </Tooltip>
  ) : (
    <Tooltip label={t('Statements only read. Whoever runs this database can allow more.')} isPressed>
      <span>
        <Badge icon={<IconLock size={12} stroke={1.5} />}>{t('Read-only')}</Badge>
      </span>
    </Tooltip>
  );
}

type PlaceFieldsProps = { readonly tab: EditorTab; readonly database: EditorDatabase };

/** Where bare names are looked for: the catalog, where there are several, and the schema. */
export function PlaceFields({ tab, database }: PlaceFieldsProps) {
  const catalogs = useQuery(catalogsOf(database.id));
  const schemas = useQuery(schemasIn(database.id, tab.catalog));
  const names = catalogs.data ?? [];
  return (
    <>
      {(names.length > 1 || tab.catalog !== null) && (
        <LazySelect
          label={t('Catalog')}
          value={tab.catalog}
          onChange={(catalog) => editTab(tab.id, { catalog, schema: null })}
          options={withChosen(names, tab.catalog)}
          placeholder={t('as the connection has it')}
          clearable
        />
      )}
      {(schemas.data === undefined || schemas.data.length > 1 || tab.schema !== null) && (
        <LazySelect
          label={t('Schema')}
          hint={t('Names without a schema are looked for there.')}
          value={tab.schema}
          onChange={(schema) => editTab(tab.id, { schema })}
          options={withChosen(schemas.data ?? [], tab.schema)}
          loading={schemas.isPending}
          placeholder={t('as the connection has it')}
          clearable
        />
      )}
    </>
  );
}

/** What is chosen stays to be seen when the database names it no more. */
function withChosen(names: readonly string[], chosen: string | null) {
  const all = chosen === null || names.includes(chosen) ? names : [chosen, ...names];
  return all.map((name) => ({ value: name, label: name }));
}
