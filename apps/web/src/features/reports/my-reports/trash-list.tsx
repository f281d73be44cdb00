import { Button, Skeleton } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormats } from '#ui/formats-context.tsx'
import listing from '#web/app/listing.module.css'
import { Listing, NewerOlder } from '#web/app/listing.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import classes from './my-reports.module.css'
import { useReportChanges } from './use-report-changes.tsx'

const PAGE_SIZE = 50

/** Deleted reports, which can be restored. */
export const TrashList = () => {
  const { queries } = useRuntime()
  const formats = useFormats()
  const { restore } = useReportChanges()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(
    queries.savedReports.trash.queryOptions({
      input: { page, pageSize: PAGE_SIZE },
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  )
  if (!data && error) return <LoadFailure error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={240} radius="md" />
  if (data.total === 0)
    return <p className={listing.empty}>The trash is empty. Deleted reports stay here for 30 days.</p>
  return (
    <>
      <Listing
        caption="Trash"
        hasActions
        heads={
          <>
            <th scope="col">Name</th>
            <th scope="col">Deleted</th>
          </>
        }
      >
        {data.items.map(({ id, name, deletedDateUtc }) => (
          <tr key={id}>
            <td className={classes.nameCell}>{name}</td>
            <td className={listing.when}>{formats.instant(deletedDateUtc)}</td>
            <td className={listing.actions}>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconRestore size={14} aria-hidden />}
                aria-label={`Restore ${name}`}
                loading={restore.isPending && restore.variables === id}
                onClick={() => restore.mutate(id)}
              >
                Restore
              </Button>
            </td>
          </tr>
        ))}
      </Listing>
      <NewerOlder total={data.total} pageSize={PAGE_SIZE} page={page} onPage={setPage} />
    </>
  )
}
