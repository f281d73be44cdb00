import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconClockPause,
  IconKey,
  IconRefresh,
} from '@tabler/icons-react'
import classes from './service-state.module.css'
import { type ServiceState, stateWords } from './service-state.ts'

const ICONS = {
  new: IconCircleDashed,
  idle: IconCircleCheck,
  syncing: IconRefresh,
  waiting: IconClockPause,
  failing: IconAlertTriangle,
  needsAttention: IconKey,
} as const satisfies Record<ServiceState, unknown>

/** How a service stands, in a word, a sign and a colour. */
export const ServiceStateBadge = ({ state }: { state: ServiceState }) => {
  const Icon = ICONS[state]
  return (
    <span className={classes.badge} data-state={state}>
      <Icon size={15} aria-hidden />
      {stateWords(state)}
    </span>
  )
}
