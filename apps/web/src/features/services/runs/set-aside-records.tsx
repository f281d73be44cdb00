import { Pagination, Skeleton, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SetAsideRecord } from '#contract/services.ts'
import { formatCount } from '#web/app/format.ts'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { SetAsideTable } from './set-aside-table.tsx'

const PAGE_SIZE = 50

/** Records that a run could not use, page by page. */
export const RunSetAside = ({ serviceId, runId }: { serviceId: string; runId: string }) => {
  const { queries } = useRuntime()
  const [page, setPage] = useState(1)
  const query = useQuery(
    queries.services.setAside.queryOptions({
      input: { id: serviceId, runId, page, pageSize: PAGE_SIZE },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <SetAsidePages
      {...{ query, page }}
      onPage={setPage}
      title="Skipped records"
      empty="Skipped records from this run are no longer stored."
    >
      This run couldn’t use these records. Fix them on the platform, and the next sync will include them.
    </SetAsidePages>
  )
}

/** Records of a service that are in no number still, page by page. */
export const OpenSetAside = ({ serviceId }: { serviceId: string }) => {
  const { queries } = useRuntime()
  const [page, setPage] = useState(1)
  const query = useQuery(
    queries.services.openSetAside.queryOptions({
      input: { id: serviceId, page, pageSize: PAGE_SIZE },
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  )
  return (
    <SetAsidePages {...{ query, page }} onPage={setPage} title="Records" empty="No skipped records.">
      These records couldn’t be used and aren’t included in your numbers. Fix them on the platform. The next sync will
      include them and remove them from this list.
    </SetAsidePages>
  )
}

interface SetAsidePagesProps {
  readonly query: {
    readonly data: { readonly items: readonly SetAsideRecord[]; readonly total: number } | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly page: number
  readonly onPage: (page: number) => void
  readonly title: string
  readonly empty: string
  /** what it means that they are set aside */
  readonly children: string
}

const SetAsidePages = ({
  query: { data, error, refetch },
  page,
  onPage,
  title,
  empty,
  children,
}: SetAsidePagesProps) => (
  <Stack gap="sm">
    <div>
      <Title order={2}>{data && data.total > 0 ? `${title} (${formatCount(data.total)})` : title}</Title>
      <Text size="sm" c="dimmed">
        {data?.total === 0 ? empty : children}
      </Text>
    </div>
    {error !== null && <LoadFailure error={error} onRetry={refetch} />}
    {!data && error === null && <Skeleton h={96} />}
    {data && data.items.length > 0 && <SetAsideTable records={data.items} />}
    {data && data.total > PAGE_SIZE && (
      <Pagination
        size="sm"
        total={Math.ceil(data.total / PAGE_SIZE)}
        value={page}
        onChange={onPage}
        getControlProps={(control) => ({ 'aria-label': `${control} page` })}
      />
    )}
  </Stack>
)
