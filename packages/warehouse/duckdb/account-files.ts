import { rm } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { Failure, fail } from '#contract/errors.ts'
import type { AccountDataStatus } from '../engine.ts'
import type { AccountRegistry } from '../file-store.ts'
import { type AccountKeys, type FileKeys, NO_KEYS, type TurnOverOutcome } from '../file-store.ts'
import { AccountBinding, fileSize, sizeWithLog } from './account-binding.ts'
import type { AccountFile } from './account-file.ts'
import { AccountUpgrades, type UpgradeOptions } from './account-upgrades.ts'
import { isEncrypted } from './encryption/open-database.ts'
import { type TurnOverOptions, TurnOvers } from './encryption/turn-overs.ts'
import { interruptible } from './interruptible.ts'
import { openAccountFile } from './open-account-file.ts'
import { type OpenEntry, usedBy, usedMemory } from './open-entry.ts'
import { type AccountPaths, accountPaths, everyPath, filePaths } from './paths.ts'

const MIB = 1024 ** 2
const SMALLEST_LIMIT = 64 * MIB
export const LARGEST_LIMIT = 512 * MIB
// A large file may use this share of the budget if that is more: groups of millions of customers that do not fit are spilled,
// which takes several times as long.
const LARGEST_SHARE = 1 / 3
const LONGEST_TURN_OVER_MS = 3_600_000

export interface FilesOptions extends UpgradeOptions, TurnOverOptions {
  readonly dataDir: string
  readonly stagingDir?: string | undefined
  readonly memoryBudget: number
  readonly maxWaitMs: number
  readonly template?: string | null
  readonly checkpointOnClose?: boolean
  readonly registry?: AccountRegistry | null
  readonly keys?: AccountKeys | null
}

export interface Lease {
  readonly file: AccountFile
  /** harmless when called again */
  release(): void
}

/**
 * Owns all account files. A file is opened when leased and stays open until another needs its memory: the limits of leased files
 * and what the others can hold stay within the budget, unless a single file exceeds it. A file of an older version is upgraded when
 * it is first opened; while that lasts, callers wait as they do for memory.
 */
export class AccountFiles {
  readonly #options: FilesOptions
  /** least recently leased first */
  readonly #entries = new Map<number, OpenEntry>()
  readonly #lastStatus = new Map<number, AccountDataStatus>()
  readonly #removals = new Map<number, Promise<void>>()
  readonly #upgrades: AccountUpgrades
  readonly #turnOvers: TurnOvers
  readonly #binding: AccountBinding
  #released = Promise.withResolvers<void>()
  #isClosed = false
  #opens = 0
  #refusals = 0

  constructor(options: FilesOptions) {
    this.#options = options
    this.#upgrades = new AccountUpgrades(options)
    this.#turnOvers = new TurnOvers(options, this.#upgrades)
    this.#binding = new AccountBinding(options.registry ?? null)
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** `refusals`: calls that ended because no memory became free for their file; counts are of this process */
  get usage(): { opens: number; refusals: number; openFiles: number; memory: number } {
    const memory = usedMemory(this.#entries.values())
    return { opens: this.#opens, refusals: this.#refusals, openFiles: this.#entries.size, memory }
  }

  pathsOf(accountId: number): AccountPaths {
    return accountPaths(this.#options.dataDir, accountId, this.#options.stagingDir)
  }

  /** The status as of the last commit when it is known without opening the file. */
  knownStatus(accountId: number): AccountDataStatus | null {
    return this.#lastStatus.get(accountId) ?? null
  }

  /** Keeps the state after a commit, here and in the registry. What is not recorded now is when the file is next opened. */
  async noteCommit(accountId: number, file: AccountFile): Promise<void> {
    this.#lastStatus.set(accountId, file.state)
    const entry = this.#entries.get(accountId)
    if (entry) entry.size = await sizeWithLog(this.pathsOf(accountId))
    await this.#binding.record(accountId, file).catch(() => undefined)
  }

  /** False for an account without data; throws `account.data_unavailable` if it had some. */
  async exists(accountId: number): Promise<boolean> {
    const paths = this.pathsOf(accountId)
    if (this.#entries.has(accountId) || (await fileSize(paths.file)) > 0) return true
    await this.#binding.assertNothingLost(accountId, paths)
    return false
  }

  /** Closes the account's file and puts it away: the next call begins with an empty one. */
  async replace(accountId: number): Promise<void> {
    await this.#shut(accountId)
    this.#lastStatus.delete(accountId)
    this.#forgetFailures(accountId)
    await this.#binding.replace(accountId, this.pathsOf(accountId))
  }

  /** Runs work next to the account's calls; what it writes is noted at the end. */
  async withOwnConnection<Result>(
    accountId: number,
    use: (connection: DuckDBConnection) => Promise<Result>,
    { isWriting }: { readonly isWriting: boolean },
  ): Promise<Result> {
    const { file, release } = await this.lease(accountId, isWriting ? LARGEST_LIMIT : SMALLEST_LIMIT)
    try {
      const connection = await file.connect()
      const work = () => file.run(() => interruptible(connection, { signals: [file.revoked] }, () => use(connection)))
      try {
        return await (isWriting ? file.committing(work) : work())
      } finally {
        connection.closeSync()
        if (isWriting) await this.noteCommit(accountId, file)
      }
    } finally {
      release()
    }
  }

  /** `memory`: bytes that the instance must at least be allowed; a file open with less is reopened when it is idle. */
  async lease(accountId: number, memory = SMALLEST_LIMIT): Promise<Lease> {
    const deadline = Date.now() + this.#options.maxWaitMs
    let size: number | null = null
    for (;;) {
      if (this.#isClosed) throw fail('server.unavailable', { retryAfter: 5 })
      await this.#removals.get(accountId)
      this.#upgrades.assertUsable(accountId)
      const entry = this.#entries.get(accountId)
      if (entry && (entry.isRetiring || entry.memoryLimit < memory)) {
        this.#retire(accountId, entry)
        await withDeadline(deadline, entry.closed.promise)
        continue
      }
      if (entry && entry.leases > 0) return this.#join(accountId, entry, deadline)
      if (!entry && size === null) {
        size = await sizeWithLog(this.pathsOf(accountId))
        continue
      }
      const largest = Math.max(LARGEST_LIMIT, LARGEST_SHARE * this.#options.memoryBudget)
      const wanted = entry?.memoryLimit ?? Math.max(memory, Math.min(size ?? 0, largest))
      const limit = this.#roomFor(wanted, memory, entry)
      if (entry && limit !== null && limit < wanted) {
        this.#retire(accountId, entry)
        continue
      }
      // Leased in the same turn: an open file without a lease could be closed to make room for another.
      if (limit !== null) return this.#join(accountId, entry ?? this.#open(accountId, limit, size ?? 0), deadline)
      await withDeadline(deadline, this.#released.promise).catch((error) => {
        this.#refusals += 1
        throw error
      })
    }
  }

  /** Opens the account's file before it is asked for. */
  async openAhead(accountId: number): Promise<void> {
    if (this.#entries.has(accountId) || !(await this.exists(accountId))) return
    const { release } = await this.lease(accountId)
    release()
  }

  async turnOver(accountId: number): Promise<TurnOverOutcome> {
    if (!(await this.#isDue(accountId))) return 'not needed'
    const entry = this.#entries.get(accountId)
    if (entry && entry.leases > 0) return 'in use'
    this.#turnOvers.forget(accountId)
    if (entry) {
      this.#retire(accountId, entry)
      await entry.closed.promise
    }
    const deadline = Date.now() + LONGEST_TURN_OVER_MS
    for (;;) {
      try {
        const { file, release } = await this.lease(accountId)
        release()
        return file.hasWantedKey ? 'done' : 'failed'
      } catch (error) {
        // The copy goes on while this waits again.
        const isBusy = error instanceof Failure && error.code === 'warehouse.busy'
        if (!isBusy || Date.now() > deadline) throw error
      }
    }
  }

  async #isDue(accountId: number): Promise<boolean> {
    const encrypted = await isEncrypted(this.pathsOf(accountId).file)
    if (encrypted === null) return false
    const { wanted, previous } = await this.#findKeys(accountId)
    return encrypted !== (wanted !== null) || previous.length > 0
  }

  async #findKeys(accountId: number): Promise<FileKeys> {
    return (await this.#options.keys?.find(accountId)) ?? NO_KEYS
  }

  #forgetFailures(accountId: number): void {
    this.#upgrades.forget(accountId)
    this.#turnOvers.forget(accountId)
  }

  /** Stops the statements running on the account's file, closes it and deletes the account's data. */
  async remove(accountId: number): Promise<void> {
    const removal = this.#removals.get(accountId) ?? this.#remove(accountId)
    this.#removals.set(accountId, removal)
    await removal.finally(() => this.#removals.delete(accountId))
  }

  async #remove(accountId: number): Promise<void> {
    await this.#shut(accountId)
    this.#lastStatus.delete(accountId)
    this.#forgetFailures(accountId)
    for (const path of everyPath(this.pathsOf(accountId))) await rm(path, { recursive: true, force: true })
  }

  /** Deletes the account's file, which holds nothing that is in force. Uploads and files that were put away stay. */
  async drop(accountId: number): Promise<void> {
    const paths = this.pathsOf(accountId)
    await this.#shut(accountId)
    this.#lastStatus.delete(accountId)
    this.#forgetFailures(accountId)
    for (const path of filePaths(paths)) await rm(path, { recursive: true, force: true })
    await this.#binding.replace(accountId, this.pathsOf(accountId))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#announceRelease()
    await Promise.all([...this.#entries.keys()].map((accountId) => this.#shut(accountId)))
  }

  #open(accountId: number, memoryLimit: number, size: number): OpenEntry {
    const { threads, template = null, checkpointOnClose = true } = this.#options
    const paths = this.pathsOf(accountId)
    const stop = new AbortController()
    const upgrade = Promise.withResolvers<void>()
    const openFile = async () => {
      const keys = await this.#findKeys(accountId)
      const file = await openAccountFile(
        paths,
        { memoryLimit, threads, template, checkpointOnClose, keys },
        {
          upgrade: (from, key) => {
            upgrade.resolve()
            return this.#upgrades.run(accountId, { paths, key, from }, stop.signal)
          },
          turnOver: (from) => {
            upgrade.resolve()
            const change = { from, to: keys.wanted }
            return this.#turnOvers.run({ accountId, paths, change }, stop.signal)
          },
        },
      )
      if (file.hasWantedKey && keys.previous.length > 0) await this.#options.keys?.settle(accountId, keys.wanted)
      return file
    }
    const opening = this.#binding.open(accountId, paths, openFile)
    // Opening is a lease of its own, so that a file whose callers have given up waiting is not closed for another's memory.
    const entry: OpenEntry = {
      memoryLimit,
      opening,
      closed: Promise.withResolvers(),
      upgrade,
      stop,
      size,
      leases: 1,
      isRetiring: false,
    }
    this.#entries.set(accountId, entry)
    this.#opens += 1
    opening
      .then(
        (file) => this.#lastStatus.set(accountId, file.state),
        () => this.#forgetFailed(accountId, entry),
      )
      .then(() => this.#release(accountId, entry))
    return entry
  }

  async #join(accountId: number, entry: OpenEntry, deadline: number): Promise<Lease> {
    entry.leases += 1
    this.#entries.delete(accountId)
    this.#entries.set(accountId, entry)
    let held = true
    const release = () => {
      if (held) this.#release(accountId, entry)
      held = false
    }
    try {
      const upgraded = entry.upgrade.promise.then(() => withDeadline(deadline, entry.opening))
      const file = await Promise.race([entry.opening, upgraded])
      return {
        file,
        release: () => {
          if (file.isBroken) this.#retire(accountId, entry)
          release()
        },
      }
    } catch (error) {
      release()
      throw error
    }
  }

  #release(accountId: number, entry: OpenEntry): void {
    entry.leases -= 1
    if (entry.leases > 0) return
    if (entry.isRetiring) void this.#closeFile(accountId, entry)
    else this.#announceRelease()
  }

  #retire(accountId: number, entry: OpenEntry): void {
    if (entry.isRetiring) return
    entry.isRetiring = true
    if (entry.leases === 0) void this.#closeFile(accountId, entry)
  }

  async #closeFile(accountId: number, entry: OpenEntry): Promise<void> {
    const file = await entry.opening.catch(() => null)
    await file?.close()
    this.#forget(accountId, entry)
  }

  #forgetFailed(accountId: number, entry: OpenEntry): void {
    this.#lastStatus.delete(accountId)
    this.#forget(accountId, entry)
  }

  #forget(accountId: number, entry: OpenEntry): void {
    if (this.#entries.get(accountId) === entry) this.#entries.delete(accountId)
    entry.closed.resolve()
    this.#announceRelease()
  }

  #announceRelease(): void {
    this.#released.resolve()
    this.#released = Promise.withResolvers()
  }

  async #shut(accountId: number): Promise<void> {
    const entry = this.#entries.get(accountId)
    if (!entry) return
    this.#retire(accountId, entry)
    entry.stop.abort(fail('server.unavailable', { retryAfter: 5 }))
    const file = await entry.opening.catch(() => null)
    file?.revoke(fail('server.unavailable', { retryAfter: 5 }))
    await entry.closed.promise
  }

  /**
   * The limit that a file may have now, between `smallest` and `wanted`; null when other files must be closed or returned first.
   * `own` is its entry if it is open.
   */
  #roomFor(wanted: number, smallest: number, own?: OpenEntry): number | null {
    const { memoryBudget } = this.#options
    const used = usedMemory(this.#entries.values(), own)
    if (used + wanted <= memoryBudget || used === 0) return wanted
    const unused = [...this.#entries].filter(([, entry]) => entry !== own && entry.leases === 0)
    let over = used + wanted - memoryBudget
    for (const [, entry] of unused) if (entry.isRetiring) over -= usedBy(entry)
    for (const [accountId, entry] of unused) {
      if (over <= 0) break
      if (!entry.isRetiring) over -= usedBy(entry)
      this.#retire(accountId, entry)
    }
    if (unused.length > 0) return null
    return used + smallest <= memoryBudget ? memoryBudget - used : null
  }
}

const withDeadline = async <Result>(deadline: number, event: Promise<Result>): Promise<Result> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(fail('warehouse.busy', { retryAfter: 2 })),
    Math.max(0, deadline - Date.now()),
  )
  try {
    return await Promise.race([event, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
