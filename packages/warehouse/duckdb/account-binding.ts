import { mkdir, rename, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { DataUnavailable, type UnavailableReason } from '../data-unavailable.ts'
import type { AccountRegistry, RegisteredAccount } from '../file-store.ts'
import type { AccountFile } from './account-file.ts'
import { isDamaged, isLocked } from './interruptible.ts'
import type { AccountPaths } from './paths.ts'

/** Opens account files only as what they are registered as. */
export class AccountBinding {
  readonly #registry: AccountRegistry | null
  readonly #recorded = new Map<number, number>()

  constructor(registry: AccountRegistry | null) {
    this.#registry = registry
  }

  /**
   * The opened file, after it was compared with the registry. A file of another account is replaced by a new one if this account
   * never had data. Throws `DataUnavailable`.
   */
  async open(accountId: number, paths: AccountPaths, openFile: () => Promise<AccountFile>): Promise<AccountFile> {
    if (!this.#registry) return openFile()
    const account = await this.#registry.find(accountId)
    await assertPresent(account, paths)
    const file = await openFile().catch((error: unknown) => {
      if (isDamaged(error)) throw new DataUnavailable('damaged', account.counts, error)
      throw isLocked(error) ? new DataUnavailable('locked', account.counts, error) : error
    })
    const reason = await this.#compare(file, account)
    if (reason === null) {
      const { dataVersion, counts } = file.state
      const isRecorded = account.dataVersion === dataVersion && isDeepStrictEqual(account.counts, counts)
      if (isRecorded) this.#recorded.set(accountId, dataVersion)
      await this.record(accountId, file, dataVersion > account.dataVersion)
      return file
    }
    await file.close()
    if (reason !== 'foreign' || account.dataVersion > account.firstVersion)
      throw new DataUnavailable(reason, account.counts)
    await putAway(paths)
    return this.open(accountId, paths, openFile)
  }

  async #compare(file: AccountFile, account: RegisteredAccount): Promise<UnavailableReason | null> {
    const { key, firstLoadAt } = file.identity
    if (key === null && (firstLoadAt === null || firstLoadAt >= account.since))
      await file.identify(account.key, account.firstVersion)
    else if (key !== account.key) return 'foreign'
    return file.state.dataVersion < account.dataVersion ? 'older' : null
  }

  /** Throws `DataUnavailable` if the account had data and its file is gone. */
  async assertNothingLost(accountId: number, paths: AccountPaths): Promise<void> {
    const account = await this.#registry?.find(accountId)
    if (account) await assertPresent(account, paths)
  }

  /** Records the file's version and counts unless they are recorded already. */
  async record(accountId: number, { state }: AccountFile, isUnexpected = false): Promise<void> {
    const isRecorded = this.#recorded.get(accountId) === state.dataVersion && !isUnexpected
    if (!this.#registry || isRecorded) return
    await this.#registry.record(accountId, { ...state, isUnexpected })
    this.#recorded.set(accountId, state.dataVersion)
  }

  /** Puts the account's closed file away, so that the next one begins empty. */
  async replace(accountId: number, paths: AccountPaths): Promise<void> {
    this.#recorded.delete(accountId)
    await this.#registry?.replace(accountId)
    await putAway(paths)
  }
}

const assertPresent = async ({ dataVersion, firstVersion, counts }: RegisteredAccount, { file }: AccountPaths) => {
  if (dataVersion > firstVersion && (await fileSize(file)) === 0) throw new DataUnavailable('missing', counts)
}

/** Moves the file and its log to a folder where nothing reads them; an operator may need them. */
const putAway = async ({ file, replaced }: AccountPaths): Promise<void> => {
  await mkdir(replaced, { recursive: true, mode: 0o700 })
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
  for (const path of [file, `${file}.wal`]) {
    await rename(path, join(replaced, `${stamp}-${basename(path)}`)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
}

/** Bytes; 0 for a missing file. */
export const fileSize = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0

export const sizeWithLog = async ({ file }: AccountPaths): Promise<number> =>
  (await fileSize(file)) + (await fileSize(`${file}.wal`))
