import { Pagination, Skeleton, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRuntime } from '#web/app/runtime.tsx'
import { isActive } from './run-state.ts'
import { RunTable } from './run-table.tsx'

const PAGE_SIZE = 10

/** Milliseconds between two looks while a run is going on. */
const POLL_EVERY = 1000

/** The runs of a service, newest first. */
export const RunHistory = ({ serviceId }: { serviceId: string }) => {
  const { queries } = useRuntime()
  const [page, setPage] = useState(1)
  const { data, isPending } = useQuery(
    queries.services.runs.queryOptions({
      input: { id: serviceId, page, pageSize: PAGE_SIZE },
      placeholderData: keepPreviousData,
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.items.some(isActive) ? POLL_EVERY : false),
    }),
  )
  return (
    <Stack gap="sm">
      <Title order={2}>History</Title>
      {isPending && <Skeleton h={96} />}
      {data?.total === 0 && (
        <Text size="sm" c="dimmed">
          No syncs or imports yet.
        </Text>
      )}
      {data && data.total > 0 && <RunTable serviceId={serviceId} runs={data.items} />}
      {data && data.total > PAGE_SIZE && (
        <Pagination
          size="sm"
          total={Math.ceil(data.total / PAGE_SIZE)}
          value={page}
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </Stack>
  )
}
