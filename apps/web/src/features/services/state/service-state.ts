import type { Service } from '#contract/services.ts'
import { isActive } from '../runs/run-state.ts'

export type ServiceState = Service['state']

const STATE_LABELS: Readonly<Record<ServiceState, string>> = {
  new: 'Nothing loaded yet',
  idle: 'Up to date',
  syncing: 'Syncing',
  waiting: 'Waiting',
  failing: 'Last sync failed',
  needsAttention: 'Needs attention',
}

export const stateLabel = (state: ServiceState): string => STATE_LABELS[state]

/** Types without a platform to sync from or to compare with. */
const WITHOUT_PLATFORM: readonly string[] = ['csv', 'sample', 'api']

/** Whether the service fetches from a platform. */
export const hasPlatform = ({ type }: Pick<Service, 'type'>): boolean => !WITHOUT_PLATFORM.includes(type)

/** Whether the platform has totals of its own to compare with. */
export const hasTotals = (service: Pick<Service, 'type'>): boolean => hasPlatform(service) && service.type !== 'files'

/** Whether a run of the service is queued or running. */
export const isWorking = ({ lastRun }: Service): boolean => lastRun !== null && isActive(lastRun)

/** Whether the credentials or settings need to be fixed. */
export const needsEditing = ({ state }: Service): boolean => state === 'needsAttention'
