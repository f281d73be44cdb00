import { CallSlots } from '../scheduling/call-slots.ts'
import { CommitSlots } from '../scheduling/commit-slots.ts'
import type { Settings } from './duckdb-warehouse.ts'
import { SHARED_CORES } from './shared-machine.ts'

const EXPORT_WAIT_MS = 60_000
const CHECK_WAIT_MS = 60_000
/** A client that has left has given its place back, so that all who wait are still there. */
const LONGEST_CALL_WAIT_MS = 120_000
const WAITING_LOADS = 100
const LOAD_WAIT_MS = 600_000

/** What accounts may do at one time. */
export interface AccountSlots {
  readonly calls: CallSlots
  /** one writer per account: two transactions that write the same table conflict */
  readonly commits: CommitSlots
  /** one export per account: each keeps several threads busy for seconds */
  readonly exports: CallSlots
  /** one check of a file per account: each takes as much memory as its import */
  readonly checks: CallSlots
}

export const accountSlots = ({
  maxCalls,
  maxCallsPerAccount,
  maxWaitingPerAccount,
  maxWaitMs,
}: Pick<Settings, 'maxCalls' | 'maxCallsPerAccount' | 'maxWaitingPerAccount' | 'maxWaitMs'>): AccountSlots => {
  const oneEach = { maxCalls, maxPerAccount: 1, maxWaitingPerAccount }
  return {
    calls: new CallSlots({
      maxCalls,
      maxPerAccount: maxCallsPerAccount,
      maxWaitingPerAccount,
      maxWaitMs,
      maxShared: SHARED_CORES,
      // In turns of single calls, more accounts than may be open would close and open their files for each call.
      maxAccounts: SHARED_CORES + 2,
      longestWaitMs: Math.max(maxWaitMs, LONGEST_CALL_WAIT_MS),
    }),
    commits: new CommitSlots({
      maxCalls: Math.max(1, maxCalls / 2),
      maxPerAccount: 1,
      maxWaitingPerAccount: WAITING_LOADS,
      maxWaitMs: LOAD_WAIT_MS,
    }),
    exports: new CallSlots({ ...oneEach, maxWaitMs: EXPORT_WAIT_MS }),
    checks: new CallSlots({ ...oneEach, maxWaitMs: CHECK_WAIT_MS }),
  }
}
