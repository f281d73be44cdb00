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
 * ClickHouse leaves priorities as they are. Its setting `priority` is not used: a statement would wait up to a second for each of its
 * blocks while any other runs, however many cores are idle.
 */
const NICE: Readonly<Record<Rank, number>> = { 0: 0, 1: 5, 2: 10, 3: 15, 4: 19 }

export const rankSettings = (rank: Rank): ClickHouseSettings => ({ os_thread_priority: String(NICE[rank]) })
