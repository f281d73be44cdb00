import type { ClickHouseSettings } from '@clickhouse/client'

/**
 * How much a statement yields to others of the same ClickHouse, whichever process sent them: 0 for accounts that have used little
 * recently, more for those that have used more, and most for exports, for which nobody waits.
 */
export type Rank = 0 | 1 | 2 | 3 | 4

export const EXPORT_RANK: Rank = 4

/** A dashboard uses less. */
const FREE_MS = 1_000

/** @param usedMs milliseconds of calls within about the last second; four that run all the time come to 5,800 */
export const rankOf = (usedMs: number): Rank => {
  if (usedMs < FREE_MS) return 0
  if (usedMs < 2 * FREE_MS) return 1
  return usedMs < 4 * FREE_MS ? 2 : 3
}

/**
 * Each step of a thread's priority gives a fifth less of a contended core, and nothing less of an idle one. Without CAP_SYS_NICE,
 * ClickHouse leaves priorities as they are.
 */
const NICE: Readonly<Record<Rank, number>> = { 0: 0, 1: 5, 2: 10, 3: 15, 4: 19 }

/** A statement waits between two of its blocks while one with a lower number runs, even if cores are idle, for at most a second. */
const PRIORITY: Readonly<Record<Rank, number>> = { 0: 1, 1: 1, 2: 1, 3: 2, 4: 3 }
/** Short enough for a report over a million orders to end in time while others always run; exports have more time. */
const REPORT_WAIT_MS = 500

export const rankSettings = (rank: Rank): ClickHouseSettings => ({
  os_thread_priority: String(NICE[rank]),
  priority: String(PRIORITY[rank]),
  ...(rank === 3 ? { low_priority_query_wait_time_ms: String(REPORT_WAIT_MS) } : {}),
})
