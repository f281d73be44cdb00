import { Pagination, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SetAsideRecord } from '#contract/services.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { LoadFailure } from '../load-failure.tsx'
import { wholeNumber } from '../whole-number.ts'
import { streamLabel } from './run-state.ts'

const PAGE_SIZE = 50

/** Records that a run could not use, page by page. */
export const SetAsideRecords = ({ serviceId, runId }: { serviceId: string; runId: string }) => {
  const { queries } = useRuntime()
  const [page, setPage] = useState(1)
  const { data, error, isPending, refetch } = useQuery(
    queries.services.setAside.queryOptions({
      input: { id: serviceId, runId, page, pageSize: PAGE_SIZE },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <Stack gap="sm">
      <div>
        <Title order={2}>Set aside{data && data.total > 0 ? ` (${wholeNumber(data.total)})` : ''}</Title>
        <Text size="sm" c="dimmed">
          These records could not be used and are in no number. Correct them on the platform: the next sync takes them
          in.
        </Text>
      </div>
      {error && <LoadFailure error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton h={96} />}
      {data && data.items.length > 0 && <RecordTable records={data.items} />}
      {data && data.total === 0 && <Text size="sm">The records of this run are no longer kept.</Text>}
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

const RecordTable = ({ records }: { records: readonly SetAsideRecord[] }) => (
  <Table.ScrollContainer minWidth={560} type="native" tabIndex={0} role="region" aria-label="Set aside">
    <Table fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Kind</Table.Th>
          <Table.Th>Record</Table.Th>
          <Table.Th>Field</Table.Th>
          <Table.Th>Reason</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {records.map((record) => (
          <Table.Tr key={`${record.stream} ${record.sourceId} ${record.field} ${record.reason}`}>
            <Table.Td>{streamLabel(record.stream)}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }} maw={220}>
              {record.sourceId ?? '—'}
            </Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{record.field ?? '—'}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{record.reason}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)
