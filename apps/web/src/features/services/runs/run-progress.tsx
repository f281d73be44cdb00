import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Run } from '#contract/services.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { Notice } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { wholeNumber } from '../whole-number.ts'
import { RunResult } from './run-result.tsx'
import { isActive, runShare, streamLabel } from './run-state.ts'
import { useRun } from './use-run.ts'

/** What a run works on when all rows are read and are being written in one piece. */
const SAVING = 'saving'

interface RunProgressProps {
  readonly serviceId: string
  readonly runId: string
  /** shown when the run is over */
  readonly children?: ReactNode
}

/** A run while it works, with its counts and a way to stop it, then what became of it. */
export const RunProgress = ({ serviceId, runId, children }: RunProgressProps) => {
  const run = useRun(serviceId, runId)
  if (!run) return <Progress value={100} animated aria-label="Starting" />
  if (isActive(run)) return <ActiveRun serviceId={serviceId} run={run} />
  return (
    <>
      <RunResult run={run} />
      {children}
    </>
  )
}

const ActiveRun = ({ serviceId, run }: { serviceId: string; run: Run }) => {
  const { queries, queryClient } = useRuntime()
  const cancel = useMutation(
    queries.services.cancelRun.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: queries.services.run.key() }),
      onError: (error) => toast.failure(firstMessage(error)),
    }),
  )
  const share = runShare(run)
  const isMoving = share === null || run.stream === SAVING
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" fw={500} role="status">
          {progressTitle(run)}
        </Text>
        <Button
          size="xs"
          variant="default"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ id: serviceId, runId: run.id })}
        >
          Cancel import
        </Button>
      </Group>
      <Progress value={share === null ? 100 : share * 100} animated={isMoving} aria-label="Import progress" />
      <Text size="xs" c="dimmed" className="numbers">
        {progressText(run)}
      </Text>
      {run.errors.length > 0 && <Notice tone="warning">{run.errors.length} problems so far</Notice>}
    </Stack>
  )
}

const progressTitle = ({ status, stream }: Run): string => {
  if (status === 'queued') return 'Waiting for its turn'
  if (stream === SAVING) return 'Saving'
  return stream ? `Working on ${streamLabel(stream).toLowerCase()}` : 'Working'
}

const progressText = (run: Run): string => {
  const { done, total } = run
  const share = runShare(run)
  if (share === null || total === null) return done === 0 ? '' : `${wholeNumber(done)} rows`
  return `${Math.floor(share * 100)}% · ${wholeNumber(done)} of ${wholeNumber(total)} rows`
}
