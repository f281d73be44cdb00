import { Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Run } from '#contract/runs.ts'
import type { Service } from '#contract/services.ts'
import { ActiveRun } from './runs/active-run.tsx'
import { RunResult } from './runs/run-result.tsx'
import { isActive } from './runs/run-state.ts'
import { ServiceProblem } from './service-actions.tsx'
import { SyncFacts } from './state/sync-facts.tsx'

/** Milliseconds after its end for which a run's result is shown when the page is opened. */
const RECENT_MS = 60_000

/** A synced service's status: times, problem, and current or recent run. */
export const SyncPanel = ({ service }: { service: Service }) => {
  const { lastRun } = service
  return (
    <Stack>
      <SyncFacts service={service} showsInterval />
      <ServiceProblem service={service} />
      {lastRun && (
        <LastRun key={lastRun.id} serviceId={service.id} run={lastRun} hidesFailure={service.problem !== null} />
      )}
    </Stack>
  )
}

interface LastRunProps {
  readonly serviceId: string
  readonly run: Run
  /** the service's problem already shows it */
  readonly hidesFailure: boolean
}

/** An active run's progress, then its result for users who watched it or arrive shortly after. */
const LastRun = ({ serviceId, run, hidesFailure }: LastRunProps) => {
  const active = isActive(run)
  const [showsResult, setShowsResult] = useState(() => active || isRecent(run))
  useEffect(() => {
    if (active) setShowsResult(true)
  }, [active])
  if (active) return <ActiveRun serviceId={serviceId} run={run} />
  if (!showsResult || (hidesFailure && run.status === 'failed')) return null
  return (
    <Stack>
      <RunResult run={run} />
      <Group>
        <Button component={Link} to="/" variant="default">
          Go to dashboard
        </Button>
      </Group>
    </Stack>
  )
}

const isRecent = ({ finishedUtc }: Run): boolean =>
  finishedUtc !== null && Date.now() - Date.parse(finishedUtc) < RECENT_MS
