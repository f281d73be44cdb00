import { Anchor, Pagination, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Run } from '#contract/services.ts'
import { useAccount } from '#web/app/account-data.ts'
import { formatCount, formatDateTime, formatDuration } from '#web/app/format.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { RunBadge } from '../state/badges.tsx'
import { failureText, isActive, rowsWritten, runDuration, runKind } from './run-state.ts'

/** Runs with their results; the start time links to the details. */
const RunTable = ({ serviceId, runs }: { serviceId: string; runs: readonly Run[] }) => (
  <Table.ScrollContainer minWidth={760} type="native" tabIndex={0} role="region" aria-label="History">
    <Table fz="sm" className="numbers">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Started</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>Kind</Table.Th>
          <Table.Th ta="right">Duration</Table.Th>
          <Table.Th ta="right">Read</Table.Th>
          <Table.Th ta="right">Accepted</Table.Th>
          <Table.Th ta="right" style={{ whiteSpace: 'nowrap' }}>
            Skipped
          </Table.Th>
          <Table.Th ta="right">Rows</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {runs.map((run) => (
          <RunRow key={run.id} serviceId={serviceId} run={run} />
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)

const RunRow = ({ serviceId, run }: { serviceId: string; run: Run }) => {
  const timeZone = useAccount()?.timeZone
  const { counts, startedUtc, createdUtc } = run
  const duration = runDuration(run)
  const isStored = run.status === 'succeeded' || (run.kind === 'sync' && run.status !== 'queued')
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Anchor component={Link} to={`/admin/services/${serviceId}/runs/${run.id}`} size="sm">
          {formatDateTime(startedUtc ?? createdUtc, timeZone)}
        </Anchor>
      </Table.Td>
      <Table.Td miw={120}>
        <RunBadge status={run.status} />
        <FailureReason run={run} />
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }} miw={100}>
        {runKind(run)}
        {run.fileName !== null && (
          <Text size="xs" c="dimmed">
            {run.fileName}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
        {duration === null ? '—' : formatDuration(duration)}
      </Table.Td>
      <Table.Td ta="right">{countText(counts.read)}</Table.Td>
      <Table.Td ta="right">{isStored ? countText(counts.accepted) : '—'}</Table.Td>
      <Table.Td ta="right">{countText(counts.rejected)}</Table.Td>
      <Table.Td ta="right">{isStored ? formatCount(rowsWritten(run)) : '—'}</Table.Td>
    </Table.Tr>
  )
}

const FailureReason = ({ run }: { run: Run }) => {
  const reason = failureText(run)
  if (reason === null) return null
  return (
    <Text size="xs" c="dimmed" mt={2} maw={280} style={{ overflowWrap: 'anywhere' }}>
      {reason}
    </Text>
  )
}

const countText = (count: number | undefined): string => (count === undefined ? '—' : formatCount(count))

const PAGE_SIZE = 10

/** Milliseconds between polls while a run is active. */
const POLL_INTERVAL = 1000

/** The runs of a service, newest first. */
export const RunHistory = ({ serviceId }: { serviceId: string }) => {
  const { queries } = useRuntime()
  const [page, setPage] = useState(1)
  const { data, isPending } = useQuery(
    queries.services.runs.queryOptions({
      input: { id: serviceId, page, pageSize: PAGE_SIZE },
      placeholderData: keepPreviousData,
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.items.some(isActive) ? POLL_INTERVAL : false),
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
