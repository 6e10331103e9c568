import { useQuery } from '@tanstack/react-query';
import { IconDownload, IconX } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { holds, me } from '../../../../api/me.ts';
import { exportFormats, type ExportFormat } from '../../../../api/sql-lab.ts';
import { elapsedText } from '../../../../chart/elapsed-text.ts';
import { useElapsed } from '../../../../chart/Elapsed.tsx';
import { IconButton } from '../../../../ui/buttons/IconButton.tsx';
import { Menu, MenuDivider, MenuItem, MenuLabel } from '../../../../ui/overlays/Menu.tsx';
import { bytesText } from '../../../../ui/common/bytes-text.ts';
import classes from '../ResultsPane.module.css';
import type { ResultOf } from '../result-of.ts';
import { startDownload, stopDownload, useDownloads, type Download } from './downloads.ts';

/** The rows of a result as a file: those that are here, or all of them. */
export function DownloadMenu({ tab, run, result }: ResultOf) {
  const user = useQuery(me).data;
  const mayTake = user !== undefined && holds(user, 'can_export_csv', 'SQLLab');
  const clientId = run.query.id;
  const running = useDownloads((all) => all.find((one) => one.clientId === clientId));
  const icon = <IconDownload size={16} stroke={1.5} />;
  if (!mayTake)
    return (
      <IconButton
        size="small"
        label={t('Download')}
        icon={icon}
        disabledReason={t('You may not take data out. Ask an administrator for the right to download.')}
      />
    );
  if (running !== undefined) return <Running download={running} />;
  const { statement, tail } = result;
  const item = (format: ExportFormat, isAll: boolean) => (
    <MenuItem
      key={`${format} ${isAll}`}
      onClick={() => void startDownload({ clientId, statement, format }, tab.name, isAll)}
    >
      {formatNames[format]}
    </MenuItem>
  );
  return (
    <Menu label={t('Download')} trigger={<IconButton size="small" label={t('Download')} icon={icon} />}>
      <MenuLabel>{tail?.isCut === true ? t('These rows') : t('All rows')}</MenuLabel>
      {exportFormats.map((format) => item(format, false))}
      {tail?.isCut === true && (
        <>
          <MenuDivider />
          <MenuLabel>{t('All rows, past the limit')}</MenuLabel>
          {exportFormats.map((format) => item(format, true))}
        </>
      )}
    </Menu>
  );
}

const formatNames: Readonly<Record<ExportFormat, string>> = {
  csv: 'CSV',
  xlsx: 'Excel',
  json: 'JSON',
  parquet: 'Parquet',
};

function Running({ download }: { readonly download: Download }) {
  const { id, format, bytes, expectedBytes, startedAt } = download;
  const ms = useElapsed(startedAt);
  const size = expectedBytes === null ? bytesText(bytes) : `${bytesText(bytes)} / ${bytesText(expectedBytes)}`;
  return (
    <span className={classes['download']} role="status">
      {t('%(format)s: %(size)s, %(time)s', { format: formatNames[format], size, time: elapsedText(ms) })}
      <IconButton
        size="small"
        label={t('Stop the download')}
        icon={<IconX size={14} stroke={1.5} />}
        onClick={() => stopDownload(id)}
      />
    </span>
  );
}
