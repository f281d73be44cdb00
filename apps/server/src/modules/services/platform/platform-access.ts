import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { PlatformApp } from '#connectors/kit/authorization.ts'
import { type BudgetRegistry, type CallCounts, createBudgetRegistry } from '#connectors/kit/budgets.ts'
import type { ResolveName, TimeLimits } from '#connectors/kit/guarded-agent.ts'
import { createScaledClock, type ScaledClock } from '#connectors/kit/scaled-clock.ts'
import { PLATFORM_CONNECTORS } from '#connectors/registry.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import { type Env, platformApp, platformUrl } from '#server/env.ts'

/** Event loop utilization above which syncs pause in favor of user requests. */
const BUSY = 0.5
const SAMPLE_MS = 100
/** How long after a query further queries are likely. */
const QUERY_WINDOW_MS = 3_000
const PAGE_PAUSE_MS = 150
const MAX_COMMIT_PAUSE_MS = 1_000
/** A commit that takes longer, such as one that waits for another writer of its account, no longer delays the next one. */
const MAX_COMMIT_TURN_MS = 5_000

/** Slows down all syncs of a process while users run queries; has no effect otherwise. */
interface SyncThrottle {
  /** resolves at once, or after a pause while users run queries and the server is busy */
  beforePage(signal: AbortSignal): Promise<void>
  /** Runs one commit at a time, unless one is slow; while users run queries, each is followed by a pause of its own duration. */
  runCommit<T>(work: () => Promise<T>): Promise<T>
}

/**
 * @param lastQueryAt when a user last ran a query, by `performance.now()`
 * @param maxTurnMs how long a commit delays the next one
 */
export const createSyncThrottle = (lastQueryAt: () => number, maxTurnMs = MAX_COMMIT_TURN_MS): SyncThrottle => {
  let sampled = performance.eventLoopUtilization()
  let sampledAt = performance.now()
  let isBusy = false
  let lastCommit: Promise<unknown> = Promise.resolve()

  const hasRecentQueries = () => performance.now() - lastQueryAt() < QUERY_WINDOW_MS

  const measureLoad = (): boolean => {
    if (performance.now() - sampledAt < SAMPLE_MS) return isBusy
    isBusy = performance.eventLoopUtilization(sampled).utilization > BUSY
    sampled = performance.eventLoopUtilization()
    sampledAt = performance.now()
    return isBusy
  }

  return {
    beforePage: async (signal) => {
      if (!hasRecentQueries() || !measureLoad()) return
      // Randomized, so that syncs do not all resume at once.
      await delay(PAGE_PAUSE_MS * (0.5 + Math.random()))
      signal.throwIfAborted()
    },
    runCommit: (work) => {
      let took = 0
      const before = lastCommit
      const turn = Promise.withResolvers<void>()
      lastCommit = turn.promise
      const commit = before.then(async () => {
        const start = performance.now()
        const limit = setTimeout(turn.resolve, maxTurnMs)
        try {
          return await work()
        } finally {
          clearTimeout(limit)
          took = performance.now() - start
        }
      })
      const pause = () => (hasRecentQueries() ? delay(Math.min(took, MAX_COMMIT_PAUSE_MS)) : undefined)
      commit.then(pause, pause).then(turn.resolve)
      return commit
    },
  }
}

/** What connectors remember between sessions, by connection. */
interface ConnectionCaches {
  of(connectionId: string): Map<string, unknown>
  forget(connectionId: string): void
}

const createConnectionCaches = (): ConnectionCaches => {
  const byConnection = new Map<string, Map<string, unknown>>()
  return {
    of(connectionId) {
      const cache = byConnection.get(connectionId) ?? new Map()
      byConnection.set(connectionId, cache)
      return cache
    },
    forget: (connectionId) => void byConnection.delete(connectionId),
  }
}

/** State shared by all connections of this process. */
export interface PlatformAccess {
  /** clock for pauses and limits */
  readonly pace: ScaledClock
  readonly budgets: BudgetRegistry
  readonly throttle: SyncThrottle
  readonly caches: ConnectionCaches
  /** URLs that override those of platforms, by type */
  readonly addresses: Readonly<Record<string, string | undefined>>
  /** the operator's apps on platforms, by type; null: none */
  readonly apps: Readonly<Record<string, PlatformApp | null>>
  readonly allowPrivate: boolean
  /** default: the kit's */
  readonly limits?: TimeLimits
  /** default: the system resolver */
  readonly resolve?: ResolveName
}

/**
 * @throws BadSetting when a platform's `<TYPE>_URL` is not a URL
 * @param lastAskedAt when a user last ran a query, by `performance.now()`; default: never
 * @param countsOf counts the calls of a connection; default: those of this process
 */
export const createPlatformAccess = (
  env: Env,
  lastAskedAt = () => Number.NEGATIVE_INFINITY,
  countsOf?: (connectionId: string) => CallCounts,
): PlatformAccess => {
  const pace = createScaledClock(env.TIME_SCALE)
  return {
    pace,
    budgets: createBudgetRegistry(pace, countsOf),
    throttle: createSyncThrottle(lastAskedAt),
    caches: createConnectionCaches(),
    addresses: Object.fromEntries(PLATFORM_CONNECTORS.map(({ type }) => [type, platformUrl(env, type)])),
    apps: lookupTable(Object.fromEntries(PLATFORM_CONNECTORS.map(({ type }) => [type, platformApp(env, type)]))),
    allowPrivate: env.CONNECTOR_ALLOW_PRIVATE,
  }
}
