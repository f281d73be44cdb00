import { Button, Group, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormats } from '#ui/formats-context.tsx'
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
    return <p className={classes.empty}>The trash is empty. Deleted reports stay here for 30 days.</p>
  return (
    <div className={classes.box}>
      <table className={classes.table}>
        <caption className={classes.caption}>Trash</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Deleted</th>
            <th scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.items.map(({ id, name, deletedDateUtc }) => (
            <tr key={id}>
              <td className={classes.nameCell}>{name}</td>
              <td className={classes.when}>{formats.instant(deletedDateUtc)}</td>
              <td className={classes.menu}>
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
        </tbody>
      </table>
      {data.total > PAGE_SIZE ? (
        <Group justify="flex-end" p="xs">
          <Button size="compact-sm" variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={page * PAGE_SIZE >= data.total}
            onClick={() => setPage(page + 1)}
          >
            Older
          </Button>
        </Group>
      ) : null}
    </div>
  )
}
