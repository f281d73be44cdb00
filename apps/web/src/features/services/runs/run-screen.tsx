import { Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FileOutcome, Run } from '#contract/runs.ts'
import { useAccount } from '#web/app/account-data.ts'
import { Facts } from '#web/app/facts.tsx'
import { formatDateTime, formatDuration } from '#web/app/format.ts'
import { BackLink } from '#web/app/heading.tsx'
import { ScrollTable } from '#web/app/listing.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { RunBadge } from '../state/badges.tsx'
import { ActiveRun } from './active-run.tsx'
import { RunQuarantinedRecords } from './quarantined-records.tsx'
import { RunResult } from './run-result.tsx'
import { isActive, runDuration, runKind } from './run-state.ts'
import { useRunQuery } from './use-run.ts'

const OUTCOMES: Readonly<Record<FileOutcome['outcome'], string>> = {
  imported: 'Imported',
  changed: 'Imported again because it changed',
  unchanged: 'Not changed since it was imported',
  duplicate: 'Not imported: its content was imported before',
  failed: 'Not imported',
}

/** Each file that a sync listed and what became of it, the newest first. */
const RunFiles = ({ files }: { files: readonly FileOutcome[] }) => (
  <Stack gap="sm">
    <Title order={2}>Files</Title>
    <ScrollTable label="Files" minWidth={260} columns={['File', 'Result']}>
      {files.toReversed().map(({ name, outcome, reason }) => (
        <Table.Tr key={name}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>
            {OUTCOMES[outcome]}
            {reason !== null && (
              <Text size="xs" c="dimmed">
                {reason}
              </Text>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </ScrollTable>
  </Stack>
)

/** The details of one run: progress, counts, problems and quarantined records. */
export const RunScreen = () => {
  const { serviceId = '', runId = '' } = useParams({ strict: false })
  const { queries } = useRuntime()
  const service = useQuery(queries.services.get.queryOptions({ input: { id: serviceId } }))
  const { data: run, error, refetch } = useRunQuery(serviceId, runId)
  const failure = service.error ?? error
  return (
    <Stack maw="var(--cuvee-width-list)" mx="auto">
      <BackLink to={`/admin/services/${serviceId}`}>{service.data?.name ?? 'Back to the service'}</BackLink>
      {failure && <LoadFailure error={failure} onRetry={() => Promise.all([service.refetch(), refetch()])} />}
      {!failure && !run && <Skeleton h={200} />}
      {!failure && run && <RunPanels serviceId={serviceId} run={run} />}
    </Stack>
  )
}

const RunPanels = ({ serviceId, run }: { serviceId: string; run: Run }) => (
  <>
    <Title order={1}>{runKind(run)}</Title>
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack>
        <RunFacts run={run} />
        {isActive(run) ? <ActiveRun serviceId={serviceId} run={run} /> : <RunResult run={run} />}
      </Stack>
    </Paper>
    {run.files !== null && run.files.length > 0 && (
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <RunFiles files={run.files} />
      </Paper>
    )}
    {run.kind === 'sync' && !isActive(run) && run.files === null && (run.counts.rejected ?? 0) > 0 && (
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <RunQuarantinedRecords serviceId={serviceId} runId={run.id} />
      </Paper>
    )}
  </>
)

const RunFacts = ({ run }: { run: Run }) => {
  const timeZone = useAccount()?.timeZone
  const duration = runDuration(run)
  const facts: [string, ReactNode][] = [
    ['Status', <RunBadge key="status" status={run.status} />],
    ['Started', run.startedUtc === null ? '—' : formatDateTime(run.startedUtc, timeZone)],
    ['Finished', run.finishedUtc === null ? '—' : formatDateTime(run.finishedUtc, timeZone)],
    ['Duration', duration === null ? '—' : formatDuration(duration)],
    ...(run.fileName === null ? [] : [['File', run.fileName] satisfies [string, string]]),
  ]
  return <Facts facts={facts} />
}
