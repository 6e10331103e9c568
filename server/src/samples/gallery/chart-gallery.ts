import type { GalleryEntry } from '@tessera/viz/entry';
import { galleryEntryOf } from '@tessera/viz/gallery';
import { vizEntryOf } from '@tessera/viz/registry';
import type { SampleChart } from '../charts.ts';
import type { SampleDashboard, SampleChunk, SampleRows } from '../dashboards.ts';
import { galleryCharts } from './gallery-charts.ts';

const COLUMNS = 12;

/** The question that each category answers, in the order of the tabs. */
const questions: Readonly<Record<GalleryEntry['category'], string>> = {
  Evolution: 'How does it change?',
  KPI: 'What is the number?',
  Ranking: 'Which is the greatest?',
  'Part of a Whole': 'How do parts make the whole?',
  Distribution: 'How is it spread?',
  Correlation: 'What goes with what?',
  Flow: 'What flows where?',
  Map: 'Where is it?',
  Table: 'What are the exact values?',
};

/** Every chart type with real data, on tabs by the question that it answers. */
export const chartGallery: SampleDashboard = {
  title: 'Chart gallery',
  slug: 'chart-gallery',
  description: 'Every chart type on real data, by the question that it answers.',
  tabs: Object.entries(questions).flatMap(([category, title]) => {
    const charts = galleryCharts.filter(({ vizType }) => galleryEntryOf(vizType)?.category === category);
    return charts.length === 0 ? [] : [{ title, rows: rowsOf(charts) }];
  }),
};

/** Charts side by side while they fit, each in the size that its type has on a dashboard; the last row is filled. */
function rowsOf(charts: readonly SampleChart[]): SampleRows {
  const rows: { chunks: (SampleChunk & { readonly chart: string })[]; left: number }[] = [];
  for (const { key, vizType } of charts) {
    const { width = 4, height = 50 } = vizEntryOf(vizType)?.capabilities.size.default ?? {};
    const last = rows.at(-1);
    const row = last && last.left >= width ? last : { chunks: [], left: COLUMNS };
    if (row !== last) rows.push(row);
    row.chunks.push({ chart: key, width, height });
    row.left -= width;
  }
  return rows.map(({ chunks, left }) => {
    const height = Math.max(...chunks.map((chunk) => chunk.height));
    const share = Math.floor(left / chunks.length);
    return chunks.map((chunk, at) => ({
      ...chunk,
      height,
      width: chunk.width + share + (at === chunks.length - 1 ? left - share * chunks.length : 0),
    }));
  });
}
