import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Run } from '#contract/runs.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { formatCount } from '#web/app/format.ts'
import { Notice } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { runShare, streamLabel, tableCounts, tableLabel } from './run-state.ts'
import classes from './runs.module.css'

/** Labeled counts in a row. */
const CountList = ({ counts }: { counts: readonly (readonly [label: string, rows: number])[] }) =>
  counts.length === 0 ? null : (
    <dl className={classes.counts}>
      {counts.map(([label, rows]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatCount(rows)}</dd>
        </div>
      ))}
    </dl>
  )

/** The stream name while all rows are written. */
const SAVING = 'saving'

/** The stream name while the database does not answer. */
const WAITING = 'waiting'

/** An active run's progress and counts, with a cancel button. */
export const ActiveRun = ({ serviceId, run }: { serviceId: string; run: Run }) => {
  const share = runShare(run)
  const isMoving = share === null || run.stream === SAVING
  const isImport = run.kind === 'import'
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={500} role="status">
          {progressTitle(run)}
        </Text>
        <CancelButton serviceId={serviceId} run={run} />
      </Group>
      <Progress
        value={share === null ? 100 : share * 100}
        animated={isMoving}
        aria-label={isImport ? 'Import progress' : 'Sync progress'}
      />
      <Text size="xs" c="dimmed" className="numbers">
        {progressText(run)}
      </Text>
      <CountList counts={tableCounts(run).map(([table, rows]) => [tableLabel(table), rows])} />
      {run.errors.length > 0 && isImport && <Notice tone="warning">{run.errors.length} problems so far</Notice>}
    </Stack>
  )
}

const CancelButton = ({ serviceId, run }: { serviceId: string; run: Run }) => {
  const { queries, queryClient } = useRuntime()
  const cancel = useMutation(
    queries.services.cancelRun.mutationOptions({
      onSuccess: () => {
        for (const call of [queries.services.run, queries.services.list, queries.services.get]) {
          void queryClient.invalidateQueries({ queryKey: call.key() })
        }
      },
      onError: (error) => toast.failure(firstMessage(error)),
    }),
  )
  return (
    <Button
      size="xs"
      variant="default"
      flex="none"
      // A canceled run first finishes the page that it is writing.
      loading={cancel.isPending || cancel.isSuccess}
      onClick={() => cancel.mutate({ id: serviceId, runId: run.id })}
    >
      {run.kind === 'import' ? 'Cancel import' : 'Cancel sync'}
    </Button>
  )
}

const progressTitle = ({ status, stream, kind }: Run): string => {
  if (status === 'queued') return 'Waiting in queue'
  if (stream === SAVING) return 'Saving'
  if (stream === WAITING) return 'Waiting for the database'
  if (!stream) return 'Working'
  const name = streamLabel(stream).toLowerCase()
  return kind === 'import' ? `Processing ${name}` : `Fetching ${name}`
}

const progressText = (run: Run): string => {
  const { done, total, kind } = run
  const unit = kind === 'import' ? 'rows' : 'records'
  const share = runShare(run)
  if (share === null || total === null) return done === 0 ? '' : `${formatCount(done)} ${unit}`
  return `${Math.floor(share * 100)}% · ${formatCount(done)} of ${formatCount(total)} ${unit}`
}
