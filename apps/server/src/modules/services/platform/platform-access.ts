import { type BudgetRegistry, createBudgetRegistry } from '#connectors/kit/budgets.ts'
import type { TimeLimits } from '#connectors/kit/guarded-agent.ts'
import { createScaledClock, type ScaledClock } from '#connectors/kit/scaled-clock.ts'
import { PLATFORM_CONNECTORS } from '#connectors/registry.ts'
import { type Env, platformUrl } from '#server/env.ts'
import { createSyncThrottle, type SyncThrottle } from '../sync/sync-throttle.ts'

/** What all connections of this process share. */
export interface PlatformAccess {
  /** of pauses and limits */
  readonly pace: ScaledClock
  readonly budgets: BudgetRegistry
  readonly throttle: SyncThrottle
  /** addresses that stand for those of platforms, by type */
  readonly addresses: Readonly<Record<string, string | undefined>>
  readonly allowPrivate: boolean
  /** default: those of the kit */
  readonly limits?: TimeLimits
}

/**
 * @throws BadSetting when a platform's `<TYPE>_URL` is not a URL
 * @param lastAskedAt when somebody last wanted a number, by `performance.now()`; left out: nobody ever does
 */
export const createPlatformAccess = (env: Env, lastAskedAt = () => Number.NEGATIVE_INFINITY): PlatformAccess => {
  const pace = createScaledClock(env.TIME_SCALE)
  return {
    pace,
    budgets: createBudgetRegistry(pace),
    throttle: createSyncThrottle(lastAskedAt),
    addresses: Object.fromEntries(PLATFORM_CONNECTORS.map(({ type }) => [type, platformUrl(env, type)])),
    allowPrivate: env.CONNECTOR_ALLOW_PRIVATE,
  }
}
