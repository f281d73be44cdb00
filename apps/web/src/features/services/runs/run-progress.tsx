import { Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import { ActiveRun } from './active-run.tsx'
import { RunResult } from './run-result.tsx'
import { isActive } from './run-state.ts'
import { useRun } from './use-run.ts'

interface RunProgressProps {
  readonly serviceId: string
  readonly runId: string
  /** shown when the run is over */
  readonly children?: ReactNode
}

/** A run while it works, then what became of it. */
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
