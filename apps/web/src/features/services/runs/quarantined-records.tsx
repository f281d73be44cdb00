import { Anchor, Pagination, Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { QuarantinedRecord } from '#contract/services.ts'
import { formatCount } from '#web/app/format.ts'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { streamLabel } from './run-state.ts'

/** Quarantined records with their reasons. */
const QuarantinedRecordTable = ({ records }: { records: readonly QuarantinedRecord[] }) => (
  <Table.ScrollContainer minWidth={560} type="native" tabIndex={0} role="region" aria-label="Skipped records">
    <Table fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Kind</Table.Th>
          <Table.Th>Reason</Table.Th>
          <Table.Th>Field</Table.Th>
          <Table.Th>Record</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {records.map((record) => (
          <Table.Tr key={`${record.stream} ${record.sourceId} ${record.field} ${record.reason}`}>
            <Table.Td>{streamLabel(record.stream)}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{record.reason}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{record.field ?? '—'}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }} maw={220}>
              {record.sourceId ?? '—'}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)

const PAGE_SIZE = 50

/** Paginated quarantined records of a run. */
export const RunQuarantinedRecords = ({ serviceId, runId }: { serviceId: string; runId: string }) => {
  const { queries } = useRuntime()
  const [page, setPage] = useState(1)
  const query = useQuery(
    queries.services.setAside.queryOptions({
      input: { id: serviceId, runId, page, pageSize: PAGE_SIZE },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <QuarantinedRecordPages
      {...{ query, page }}
      onPage={setPage}
      title="Skipped records"
      empty="Skipped records from this run are no longer stored."
    >
      This run couldn’t use these records. Fix them on the platform, and the next sync will include them.
    </QuarantinedRecordPages>
  )
}

/** Paginated records of a service that are still quarantined. */
export const ServiceQuarantinedRecords = ({ serviceId }: { serviceId: string }) => {
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
    <QuarantinedRecordPages {...{ query, page }} onPage={setPage} title="Records" empty="No skipped records.">
      These records couldn’t be used and aren’t included in your numbers. Fix them on the platform. The next sync will
      include them and remove them from this list.
    </QuarantinedRecordPages>
  )
}

interface QuarantinedRecordPagesProps {
  readonly query: {
    readonly data: { readonly items: readonly QuarantinedRecord[]; readonly total: number } | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly page: number
  readonly onPage: (page: number) => void
  readonly title: string
  readonly empty: string
  /** explains the list */
  readonly children: string
}

const QuarantinedRecordPages = ({
  query: { data, error, refetch },
  page,
  onPage,
  title,
  empty,
  children,
}: QuarantinedRecordPagesProps) => (
  <Stack gap="sm">
    <div>
      <Title order={2}>{data && data.total > 0 ? `${title} (${formatCount(data.total)})` : title}</Title>
      <Text size="sm" c="dimmed">
        {data?.total === 0 ? empty : children}
      </Text>
    </div>
    {error !== null && <LoadFailure error={error} onRetry={refetch} />}
    {!data && error === null && <Skeleton h={96} />}
    {data && data.items.length > 0 && <QuarantinedRecordTable records={data.items} />}
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

/** A service's quarantined records. */
export const QuarantinedRecordsScreen = () => {
  const { serviceId = '' } = useParams({ strict: false })
  const { queries } = useRuntime()
  const { data } = useQuery(queries.services.get.queryOptions({ input: { id: serviceId } }))
  return (
    <Stack maw={960} mx="auto">
      <Anchor component={Link} to={`/admin/services/${serviceId}`} size="sm">
        {data?.name ?? 'Back to the service'}
      </Anchor>
      <Title order={1}>Skipped records</Title>
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <ServiceQuarantinedRecords serviceId={serviceId} />
      </Paper>
    </Stack>
  )
}
