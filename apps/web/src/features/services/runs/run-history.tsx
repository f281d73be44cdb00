import { Pagination, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Run } from '#contract/services.ts'
import { useAccount } from '#web/app/account-data.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { dateTimeText } from '../date-time-text.ts'
import { wholeNumber } from '../whole-number.ts'
import { RunBadge } from './run-badge.tsx'
import { failureText } from './run-state.ts'

const PAGE_SIZE = 10

/** The runs of a service, newest first. */
export const RunHistory = ({ serviceId }: { serviceId: string }) => {
  const { queries } = useRuntime()
  const [page, setPage] = useState(1)
  const { data, isPending } = useQuery(
    queries.services.runs.queryOptions({
      input: { id: serviceId, page, pageSize: PAGE_SIZE },
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  )
  return (
    <Stack gap="sm">
      <Title order={2}>History</Title>
      {isPending && <Skeleton h={96} />}
      {data?.total === 0 && (
        <Text size="sm" c="dimmed">
          Nothing has been loaded yet.
        </Text>
      )}
      {data && data.total > 0 && <RunTable runs={data.items} />}
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

const RunTable = ({ runs }: { runs: readonly Run[] }) => {
  const timeZone = useAccount()?.timeZone
  return (
    <Table.ScrollContainer minWidth={640} type="native" tabIndex={0} role="region" aria-label="History">
      <Table fz="sm" className="numbers">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Started</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>File</Table.Th>
            <Table.Th ta="right">Accepted</Table.Th>
            <Table.Th ta="right">Rejected</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map((run) => (
            <Table.Tr key={run.id}>
              <Table.Td>{dateTimeText(run.startedUtc ?? run.createdUtc, timeZone)}</Table.Td>
              <Table.Td>
                <RunBadge status={run.status} />
                <FailureReason run={run} />
              </Table.Td>
              <Table.Td miw={160} style={{ overflowWrap: 'anywhere' }}>
                {run.fileName ?? '—'}
              </Table.Td>
              <Table.Td ta="right">{run.status === 'succeeded' ? countText(run.counts.accepted) : '—'}</Table.Td>
              <Table.Td ta="right">{countText(run.counts.rejected)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const FailureReason = ({ run }: { run: Run }) => {
  const reason = failureText(run)
  if (reason === null) return null
  return (
    <Text size="xs" c="dimmed" mt={2} style={{ overflowWrap: 'anywhere' }}>
      {reason}
    </Text>
  )
}

const countText = (count: number | undefined): string => (count === undefined ? '—' : wholeNumber(count))
