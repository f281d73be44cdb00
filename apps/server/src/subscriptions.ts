import type { Deps } from './deps.ts'
import type { Subscription } from './platform/events.ts'

/** Every event subscriber, in the order in which they run. */
export const subscriptions: readonly Subscription<Deps>[] = []
