import { availableParallelism } from 'node:os'
import type { LoadRequest } from '../engine.ts'
import { SoftTurns } from '../scheduling/soft-turns.ts'
import type { AccountFile } from './account-file.ts'
import type { Settings } from './duckdb-warehouse.ts'
import type { LoadParts } from './load/account-load.ts'

/** Rows of a load that keeps a thread busy for longer than a request should wait. */
const LARGE_LOAD = 20_000
const BULK_WAIT_MS = 2_000

/** Cores that one account's calls may use while others call. */
export const SHARED_CORES = availableParallelism() - 1

/** What an account's statements may take of the machine: less while several accounts are served. */
export class SharedMachine {
  readonly #settings: Pick<Settings, 'threads' | 'activity'>
  readonly #sharedThreads: number
  readonly #bulkTurns: SoftTurns

  constructor(settings: Pick<Settings, 'threads' | 'activity'>) {
    this.#settings = settings
    this.#sharedThreads = Math.max(1, Math.floor(settings.threads / 2))
    const sharedBulk = Math.max(1, Math.floor(SHARED_CORES / this.#sharedThreads))
    this.#bulkTurns = new SoftTurns(
      () => (settings.activity.isShared ? sharedBulk : Number.POSITIVE_INFINITY),
      BULK_WAIT_MS,
    )
  }

  /** of one account's statements that begin now */
  get threads(): number {
    const { activity, threads } = this.#settings
    return activity.isShared ? this.#sharedThreads : threads
  }

  /** Exports and large loads take turns while several accounts are served, so that all together leave a core to others. */
  inBulkTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#bulkTurns.run(work)
  }

  /** Runs each statement of a load: of a large one when it is its turn. */
  turnsOfLoad({ accountId, expectedRows = 0, isCheck = false }: LoadRequest, file: AccountFile): LoadParts['inTurn'] {
    const isLarge = isCheck || expectedRows > LARGE_LOAD
    return async (work) => {
      const endCall = this.#settings.activity.begin(accountId)
      const run = () => file.run(work, this.threads)
      return (isLarge ? this.inBulkTurn(run) : run()).finally(endCall)
    }
  }
}
