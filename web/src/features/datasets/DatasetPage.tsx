import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { dataset } from '../../api/datasets.ts';
import { NotFoundPage } from '../../shell/NotFoundPage.tsx';
import { ObjectProblem } from '../../shell/ObjectProblem.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { DatasetEditor } from './DatasetEditor.tsx';

export function DatasetPage() {
  const { id } = useParams();
  if (id === undefined || !/^\d{1,9}$/.test(id)) return <NotFoundPage />;
  return <DatasetById key={id} id={Number(id)} />;
}

function DatasetById({ id }: { readonly id: number }) {
  // An editor never works on what may be old: it reads the dataset anew each time it opens.
  const found = useQuery({ ...dataset(id), staleTime: 0, refetchOnMount: 'always' });
  if (found.isError) return <ObjectProblem kind="dataset" error={found.error} onRetry={() => void found.refetch()} />;
  if (found.isPending || !found.isFetchedAfterMount) {
    return (
      <Page>
        <Skeleton width={280} height={28} />
        <Skeleton height={36} />
        <Skeleton height={420} radius="var(--ts-radius)" />
      </Page>
    );
  }
  return <DatasetEditor stored={found.data} />;
}
