import { Paper, Stack, Table, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { QuarantinedRecord } from '#contract/service-checks.ts'
import { formatCount } from '#web/app/format.ts'
import { BackLink, Heading } from '#web/app/heading.tsx'
import { Pages, ScrollTable } from '#web/app/listing.tsx'
import { QueryContent, type QueryState } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { streamLabel } from './run-state.ts'

/** Quarantined records with their reasons. */
const QuarantinedRecordTable = ({ records }: { records: readonly QuarantinedRecord[] }) => (
  <ScrollTable
    label="Skipped records"
    minWidth={560}
    hasCards
    className=""
    columns={['Type', 'Reason', 'Field', 'Record']}
  >
    {records.map((record) => (
      <Table.Tr key={`${record.stream} ${record.sourceId} ${record.field} ${record.reason}`}>
        <Table.Td>{streamLabel(record.stream)}</Table.Td>
        <Table.Td style={{ overflowWrap: 'anywhere' }}>{record.reason}</Table.Td>
        <Table.Td style={{ overflowWrap: 'anywhere' }}>{record.field ?? '—'}</Table.Td>
        <Table.Td style={{ overflowWrap: 'anywhere' }} maw={{ base: 'none', xs: 220 }}>
          {record.sourceId ?? '—'}
        </Table.Td>
      </Table.Tr>
    ))}
  </ScrollTable>
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
      These records were skipped. Fix them on the platform, and the next sync includes them.
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
  readonly query: QueryState<{ readonly items: readonly QuarantinedRecord[]; readonly total: number }>
  readonly page: number
  readonly onPage: (page: number) => void
  readonly title: string
  readonly empty: string
  /** explains the list */
  readonly children: string
}

const QuarantinedRecordPages = ({ query, page, onPage, title, empty, children }: QuarantinedRecordPagesProps) => (
  <Stack gap="sm">
    <Heading
      order={2}
      title={query.data && query.data.total > 0 ? `${title} (${formatCount(query.data.total)})` : title}
    >
      {query.data?.total === 0 ? empty : children}
    </Heading>
    <QueryContent query={query} height={96}>
      {({ items, total }) => (
        <>
          {items.length > 0 && <QuarantinedRecordTable records={items} />}
          <Pages total={total} pageSize={PAGE_SIZE} page={page} onPage={onPage} />
        </>
      )}
    </QueryContent>
  </Stack>
)

/** A service's quarantined records. */
export const QuarantinedRecordsScreen = () => {
  const { serviceId = '' } = useParams({ strict: false })
  const { queries } = useRuntime()
  const { data } = useQuery(queries.services.get.queryOptions({ input: { id: serviceId } }))
  return (
    <Stack maw="var(--cuvee-width-list)" mx="auto">
      <BackLink to={`/admin/services/${serviceId}`}>{data?.name ?? 'Back to the service'}</BackLink>
      <Title order={1}>Skipped records</Title>
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <ServiceQuarantinedRecords serviceId={serviceId} />
      </Paper>
    </Stack>
  )
}
