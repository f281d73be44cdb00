import { Button, Group, Progress, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ActiveRun } from '../runs/active-run.tsx'
import { RunResult } from '../runs/run-result.tsx'
import { isActive } from '../runs/run-state.ts'
import { useRun } from '../runs/use-run.ts'

interface RunProgressProps {
  readonly serviceId: string
  readonly runId: string
  /** shown when the run has finished */
  readonly children?: ReactNode
}

/** A run's progress, then its result. */
const RunProgress = ({ serviceId, runId, children }: RunProgressProps) => {
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

interface ImportStepProps {
  readonly serviceId: string
  readonly runId: string
  readonly onStartOver: () => void
}

/** An import's progress and result. It continues if the page is left. */
export const ImportStep = ({ serviceId, runId, onStartOver }: ImportStepProps) => (
  <Stack>
    <Title order={2}>Import</Title>
    <RunProgress serviceId={serviceId} runId={runId}>
      <Group>
        <Button variant="default" onClick={onStartOver}>
          Upload another file
        </Button>
        <Button component={Link} to="/" variant="subtle">
          Go to dashboard
        </Button>
      </Group>
    </RunProgress>
  </Stack>
)
