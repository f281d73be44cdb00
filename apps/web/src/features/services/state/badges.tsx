import { Badge } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconClockPause,
  IconKey,
  IconRefresh,
} from '@tabler/icons-react'
import type { Service } from '#contract/services.ts'
import { type RunStatus, runColor, runLabel } from '../runs/run-state.ts'
import classes from './service-state.module.css'
import { type ServiceState, stateLabel } from './service-state.ts'

const ICONS = {
  new: IconCircleDashed,
  idle: IconCircleCheck,
  syncing: IconRefresh,
  waiting: IconClockPause,
  failing: IconAlertTriangle,
  needsAttention: IconKey,
} as const satisfies Record<ServiceState, unknown>

/** A service's status as text, icon and color. */
export const ServiceStateBadge = ({ state }: { state: ServiceState }) => {
  const Icon = ICONS[state]
  return (
    <span className={`pill ${classes.badge}`} data-state={state}>
      <Icon size={15} aria-hidden />
      {stateLabel(state)}
    </span>
  )
}

/** Marks a service with sample data. */
export const SampleBadge = ({ service: { isSample } }: { service: Service }) =>
  isSample ? (
    <Badge variant="default" c="var(--cuvee-warning)">
      Sample
    </Badge>
  ) : null

/** A run's status as a colored badge. */
export const RunBadge = ({ status }: { status: RunStatus }) => (
  <Badge variant="dot" color={runColor(status)} tt="none" fw={500} miw="max-content">
    {runLabel(status)}
  </Badge>
)
