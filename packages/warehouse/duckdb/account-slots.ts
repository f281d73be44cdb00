import { availableParallelism } from 'node:os'
import type { AccountActivity } from '../scheduling/account-activity.ts'
import { CommitSlots } from '../scheduling/commit-slots.ts'
import { Slots } from '../scheduling/slots.ts'

const CORES = availableParallelism()
const WAITING = 128
/** A client that has left has given its slot back, so that all who wait are still there. */
const CALL_WAIT_MS = 120_000
const EXPORT_WAIT_MS = 60_000
const WAITING_LOADS = 100
const LOAD_WAIT_MS = 600_000

/** What accounts may do at one time. */
export interface AccountSlots {
  readonly calls: Slots
  /** one writer per account: two transactions that write the same table conflict */
  readonly commits: CommitSlots
  /** one export per account: each keeps several threads busy for seconds */
  readonly exports: Slots
  /** one check of a file per account: each takes as much memory as its import */
  readonly checks: Slots
}

export const accountSlots = (activity: AccountActivity): AccountSlots => {
  const oneEach = { inTotal: 2 * CORES, perAccount: 1, waitingPerAccount: WAITING, maxWaitMs: EXPORT_WAIT_MS }
  return {
    calls: new Slots({
      inTotal: 2 * CORES,
      perAccount: 2,
      waitingPerAccount: WAITING,
      maxWaitMs: CALL_WAIT_MS,
      whenShared: { isShared: () => activity.isShared, inTotal: CORES - 1 },
    }),
    commits: new CommitSlots({
      inTotal: CORES,
      perAccount: 1,
      waitingPerAccount: WAITING_LOADS,
      maxWaitMs: LOAD_WAIT_MS,
    }),
    exports: new Slots(oneEach),
    checks: new Slots(oneEach),
  }
}
