import { Anchor, Button, FileButton, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Run } from '#contract/runs.ts'
import { useAccount } from '#web/app/account-data.ts'
import { formatCount, formatDateTime, formatDuration } from '#web/app/format.ts'
import { Pages, right, ScrollTable } from '#web/app/listing.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { RunBadge } from '../state/badges.tsx'
import { failureText, isActive, rowsWritten, runDuration, runKind } from './run-state.ts'

interface RunHistoryProps {
  readonly serviceId: string
  /** imports a newer file with the settings of a run; absent where files are not uploaded */
  readonly onRepeat?: ((repeated: { readonly runId: string; readonly file: File }) => void) | undefined
}

const FILE_TYPES = '.csv,.txt,.tsv,.tab,.gz,.xlsx,.zip'

/** Runs with their results; the start time links to the details. */
const RunTable = ({ serviceId, runs, onRepeat }: RunHistoryProps & { readonly runs: readonly Run[] }) => (
  <ScrollTable
    label="History"
    minWidth={760}
    hasCards
    columns={[
      'Started',
      'Status',
      'Type',
      right('Duration'),
      right('Read'),
      right('Accepted'),
      right('Skipped'),
      right('Rows'),
    ]}
  >
    {runs.map((run) => (
      <RunRow key={run.id} serviceId={serviceId} run={run} onRepeat={onRepeat} />
    ))}
  </ScrollTable>
)

const RunRow = ({ serviceId, run, onRepeat }: RunHistoryProps & { readonly run: Run }) => {
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
        {onRepeat && run.kind === 'import' && run.status === 'succeeded' && (
          <FileButton onChange={(file) => file && onRepeat({ runId: run.id, file })} accept={FILE_TYPES}>
            {(props) => (
              <Button {...props} variant="subtle" size="compact-xs" mx={-8}>
                Import again
              </Button>
            )}
          </FileButton>
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
export const RunHistory = ({ serviceId, onRepeat }: RunHistoryProps) => {
  const { queries } = useRuntime()
  const [page, setPage] = useState(1)
  const { data, isPending } = useQuery(
    queries.services.runs.queryOptions({
      input: { id: serviceId, page, pageSize: PAGE_SIZE },
      placeholderData: keepPreviousData,
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
      {data && data.total > 0 && <RunTable serviceId={serviceId} runs={data.items} onRepeat={onRepeat} />}
      {data && <Pages total={data.total} pageSize={PAGE_SIZE} page={page} onPage={setPage} />}
    </Stack>
  )
}
