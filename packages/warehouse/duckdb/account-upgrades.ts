import { stat } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import type { Failure } from '#contract/errors.ts'
import { UpgradeFailure } from '../data-unavailable.ts'
import type { FileKey } from '../file-store.ts'
import { interruptible } from './interruptible.ts'
import { applyMigrations, SCHEMA_VERSION } from './migrate.ts'
import { withAccountFile } from './open-account-file.ts'
import type { AccountPaths } from './paths.ts'

/** An attempt to bring an account's file to the current version. */
export interface AccountUpgrade {
  readonly accountId: number
  readonly from: number
  readonly to: number
  readonly seconds: number
  /** why the account's data is unavailable; absent: it was upgraded */
  readonly cause?: unknown
}

export interface UpgradeOptions {
  readonly threads: number
  /** hears of every attempt, for the log */
  readonly onUpgrade?: (upgrade: AccountUpgrade) => void
}

/** Calls within this time of a failure fail at once instead of trying again. */
const RETRY_MS = 60_000
const MIB = 1024 ** 2
/** Bytes. A migration updates and sums whole tables; a file's usual limit is far too small for that. */
const LEAST_MEMORY = 512 * MIB
const USUAL_MEMORY = 1024 * MIB

const newerVersion = (version: number): string =>
  `This account’s data was written by a newer version of Cuvee (data version ${version}; this version knows up to ${SCHEMA_VERSION}). Start the newer version.`

const FAILED =
  'This account’s data could not be upgraded to this version of Cuvee and is unavailable. Nothing was lost. Contact support.'

/** A closed file that needs an upgrade. */
interface OutdatedFile {
  readonly paths: AccountPaths
  readonly key: FileKey | null
  readonly from: number
}

/** Upgrades account files, one at a time, because an upgrade takes much more memory than a query. */
export class AccountUpgrades {
  readonly #options: UpgradeOptions
  readonly #refused = new Map<number, { readonly failure: Failure; readonly until: number }>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: UpgradeOptions) {
    this.#options = options
  }

  /** Throws `server.unavailable` if the account's upgrade failed a short time ago. */
  assertUsable(accountId: number): void {
    const refused = this.#refused.get(accountId)
    if (refused && performance.now() < refused.until) throw refused.failure
  }

  forget(accountId: number): void {
    this.#refused.delete(accountId)
  }

  /**
   * Upgrades the file from version `from`. A signal interrupts it; the next attempt continues where it
   * ended. Throws the signal's reason or `server.unavailable`: the file is of a newer version, or a migration failed.
   */
  run(accountId: number, file: OutdatedFile, signal: AbortSignal): Promise<void> {
    return this.inTurn(() => this.#upgrade(accountId, file, signal))
  }

  /** Runs `work` while no upgrade runs. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async #upgrade(accountId: number, { paths, key, from }: OutdatedFile, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const start = performance.now()
    const report = (outcome: Pick<AccountUpgrade, 'cause'>) =>
      this.#options.onUpgrade?.({
        accountId,
        from,
        to: SCHEMA_VERSION,
        seconds: (performance.now() - start) / 1000,
        ...outcome,
      })
    try {
      if (from > SCHEMA_VERSION) throw new UpgradeFailure(newerVersion(from), new Error(newerVersion(from)))
      const limits = { memoryLimit: await memoryFor(paths), threads: this.#options.threads }
      await withAccountFile(paths, key, limits, (connection) =>
        interruptible(connection, { signals: [signal] }, () => applyMigrations(connection)),
      )
    } catch (error) {
      if (signal.aborted) throw error
      const failure = error instanceof UpgradeFailure ? error : new UpgradeFailure(FAILED, error)
      this.#refused.set(accountId, { failure, until: performance.now() + RETRY_MS })
      report({ cause: failure.cause })
      throw failure
    }
    this.forget(accountId)
    report({})
  }
}

/** In proportion to the file, within half of the memory that is free; a statement that needs more spills to disk. */
export const memoryFor = async ({ file }: AccountPaths): Promise<number> => {
  const { size } = await stat(file)
  return Math.max(LEAST_MEMORY, Math.min(Math.max(USUAL_MEMORY, 4 * size), process.availableMemory() / 2))
}
