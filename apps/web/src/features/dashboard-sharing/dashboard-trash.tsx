import { Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { TRASH_PAGE_SIZE, TrashListing } from '#web/app/trash-listing.tsx'
import { useRestoreDashboard } from '#web/features/dashboard/use-dashboard-mutations.ts'

/** The user's deleted dashboards, which can be restored. */
export const DashboardTrash = () => {
  const { queries } = useRuntime()
  const restore = useRestoreDashboard()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(
    queries.dashboards.trash.queryOptions({
      input: { page, pageSize: TRASH_PAGE_SIZE },
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  )
  if (!data && error) return <LoadFailure error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={240} radius="md" />
  return (
    <TrashListing
      items={data.items.map(({ slug, ...item }) => ({ key: slug, ...item }))}
      total={data.total}
      page={page}
      onPage={setPage}
      empty="The trash is empty. Deleted dashboards stay here for 30 days."
      restoringKey={restore.isPending ? restore.variables : null}
      onRestore={(slug) => restore.mutate(slug)}
    />
  )
}
