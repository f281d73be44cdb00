import { Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { TRASH_PAGE_SIZE, TrashListing } from '#web/app/trash-listing.tsx'
import { useReportChanges } from './use-report-changes.tsx'

/** Deleted reports, which can be restored. */
export const TrashList = () => {
  const { queries } = useRuntime()
  const { restore } = useReportChanges()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(
    queries.savedReports.trash.queryOptions({
      input: { page, pageSize: TRASH_PAGE_SIZE },
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  )
  if (!data && error) return <LoadFailure error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={240} radius="md" />
  return (
    <TrashListing
      items={data.items.map(({ id, ...item }) => ({ key: id, ...item }))}
      total={data.total}
      page={page}
      onPage={setPage}
      empty="The trash is empty. Deleted reports stay here for 30 days."
      restoringKey={restore.isPending ? restore.variables : null}
      onRestore={(id) => restore.mutate(id)}
    />
  )
}
