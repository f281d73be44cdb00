import { performance } from 'node:perf_hooks'
import { type AccountUpgrades, memoryFor } from '../account-upgrades.ts'
import type { AccountPaths } from '../paths.ts'
import { removeDatabase } from './open-database.ts'
import { type KeyChange, turnOver } from './turn-over.ts'

/** An attempt to encrypt an account's file with another key, or to decrypt it. */
export interface TurnedOver {
  readonly accountId: number
  /** what the file should be afterwards */
  readonly isEncrypted: boolean
  readonly seconds: number
  /** why the file stays as it was; absent: it was turned over */
  readonly cause?: unknown
}

export interface TurnOverOptions {
  readonly threads: number
  /** hears of every attempt, for the log */
  readonly onTurnOver?: (turned: TurnedOver) => void
}

/** A file that could not be turned over is used as it is for this long. */
const RETRY_MS = 600_000

interface DueFile {
  readonly accountId: number
  readonly paths: AccountPaths
  readonly change: KeyChange
}

/** Turns account files over to other keys, in turn with upgrades, because a copy takes much more memory than a query. */
export class TurnOvers {
  readonly #options: TurnOverOptions
  readonly #upgrades: AccountUpgrades
  readonly #failedUntil = new Map<number, number>()

  constructor(options: TurnOverOptions, upgrades: AccountUpgrades) {
    this.#options = options
    this.#upgrades = upgrades
  }

  forget(accountId: number): void {
    this.#failedUntil.delete(accountId)
  }

  /** Turns over the closed file; false if that failed, now or a short time ago. Throws the reason of an aborted signal. */
  async run(file: DueFile, signal: AbortSignal): Promise<boolean> {
    if (performance.now() < (this.#failedUntil.get(file.accountId) ?? 0)) return false
    return this.#upgrades.inTurn(() => this.#turnOver(file, signal))
  }

  async #turnOver({ accountId, paths, change }: DueFile, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted()
    const start = performance.now()
    const report = (outcome: Pick<TurnedOver, 'cause'>) =>
      this.#options.onTurnOver?.({
        accountId,
        isEncrypted: change.to !== null,
        seconds: (performance.now() - start) / 1000,
        ...outcome,
      })
    try {
      const limits = { memoryLimit: await memoryFor(paths), threads: this.#options.threads }
      await turnOver(paths, change, limits, signal)
    } catch (cause) {
      await removeDatabase(paths.turning)
      if (signal.aborted) throw cause
      this.#failedUntil.set(accountId, performance.now() + RETRY_MS)
      report({ cause })
      return false
    }
    this.forget(accountId)
    report({})
    return true
  }
}
