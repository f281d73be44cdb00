import { existsSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { Failure } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { sealFileKey } from '#server/modules/accounts/index.ts'
import { UpgradeFailure } from '#warehouse/data-unavailable.ts'
import { type ControlTotals, controlTotals, readClosedAccount } from '#warehouse/duckdb/backup/control-totals.ts'
import { readStoredSettings } from '#warehouse/duckdb/backup/stored-settings.ts'
import type { FileKey, StoredSettings } from '#warehouse/file-store.ts'
import { type AccountSettings, accountDifferences } from './account-differences.ts'
import { accountFileName, type FailedAccount, type Manifest } from './backup-manifest.ts'

type Copied = Pick<Manifest, 'accounts' | 'failed' | 'totals' | 'keys'>

/** Each try waits as long as the warehouse lets a call wait, 15 seconds by default. */
const BUSY_TRIES = 20
const REASON_LENGTH = 300

interface Copying {
  /** accounts that have had records in files */
  readonly withData: ReadonlySet<number>
  /** accounts in ClickHouse */
  readonly elsewhere: ReadonlySet<number>
}

/** What a backup has of an account, or why it has nothing, as of a number of the account's commits. */
type CopyResult = { readonly commits: number } & (
  | { readonly totals: ControlTotals; readonly settings: StoredSettings; readonly key: FileKey | null }
  | { readonly reason: string }
  | { readonly isGone: true }
)

/**
 * The warehouse files in a backup. An account that cannot be copied is logged and left out; so is one of `withData` whose file is
 * missing. Of accounts elsewhere, files hold nothing that is in force.
 */
export class AccountCopies {
  readonly #deps: Deps
  readonly #folder: string
  readonly #results = new Map<number, CopyResult>()

  constructor(deps: Deps, folder: string) {
    this.#deps = deps
    this.#folder = folder
  }

  /** Copies a snapshot of each account's file that was not copied since its last commit, while it is in use. */
  async update({ withData, elsewhere }: Copying): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const accountIds = new Set([...withData, ...(await accountsWithFiles(this.#deps))])
    for (const accountId of [...accountIds].filter((id) => !elsewhere.has(id)).toSorted((a, b) => a - b)) {
      const commits = this.#deps.warehouse.files.commitsOf(accountId)
      if (this.#results.get(accountId)?.commits === commits) continue
      const target = join(this.#folder, accountFileName(accountId))
      await rm(target, { force: true })
      this.#results.set(accountId, { commits, ...(await this.#copy(accountId, target)) })
    }
  }

  async #copy(accountId: number, target: string) {
    try {
      return (await copyAccount(this.#deps, accountId, target)) ?? ACCOUNT_DELETED
    } catch (error) {
      if (hasCode(error, 'account.not_found')) return ACCOUNT_DELETED
      if (isStopping(error)) {
        if (existsSync(warehousePath(this.#deps, accountId))) throw error
        return ACCOUNT_DELETED
      }
      this.#deps.log.error({ err: error, accountId }, 'account not backed up')
      return { reason: describeCause(error) }
    }
  }

  /** How the copies differ from what the database says. */
  differences(settings: ReadonlyMap<number, AccountSettings>): readonly string[] {
    return [...this.#results].flatMap(([accountId, result]) => {
      const ofAccount = settings.get(accountId)
      // The file of an account that was deleted does not stay in the backup.
      return 'settings' in result && ofAccount ? accountDifferences(result.settings, ofAccount) : []
    })
  }

  /** Keeps the copies of `accountIds` and describes them. */
  async finish(accountIds: ReadonlySet<number>): Promise<Copied> {
    const accounts: number[] = []
    const failed: FailedAccount[] = []
    const totals: Manifest['totals'] = {}
    const keys: Manifest['keys'] = {}
    for (const [accountId, result] of [...this.#results].toSorted(([a], [b]) => a - b)) {
      if (!accountIds.has(accountId)) await rm(join(this.#folder, accountFileName(accountId)), { force: true })
      else if ('reason' in result) failed.push({ accountId, reason: result.reason })
      else if ('totals' in result) {
        accounts.push(accountId)
        totals[accountId] = result.totals
        if (result.key !== null)
          keys[accountId] = sealFileKey(this.#deps.keys, accountId, result.key).toString('base64')
      }
    }
    return { accounts, failed, totals, keys }
  }
}

const ACCOUNT_DELETED = { isGone: true } as const

const accountsWithFiles = async ({ paths }: Deps): Promise<readonly number[]> =>
  (await readdir(paths.warehouse)).flatMap(accountOf)

const accountOf = (file: string): number[] => {
  const [, id] = /^(\d+)\.duckdb$/.exec(file) ?? []
  return id ? [Number(id)] : []
}

const warehousePath = ({ paths }: Deps, accountId: number): string => join(paths.warehouse, accountFileName(accountId))

/** Returns what is in the copy, and its key; null when the account was deleted in the meantime. */
const copyAccount = async (deps: Deps, accountId: number, target: string) => {
  const copy = await whenFree(() => deps.warehouse.files.copyAccount(accountId))
  if (copy === null) {
    const isKnown = (await deps.warehouse.findEngine(accountId)) !== null
    if (isKnown && existsSync(warehousePath(deps, accountId))) throw new Error('the warehouse file is empty')
    return null
  }
  try {
    await moveFile(copy.file, target)
    return { ...(await readClosedAccount(target, copy.key, readCopy)), key: copy.key }
  } catch (error) {
    for (const path of [copy.file, target]) await rm(path, { force: true })
    throw error
  }
}

const readCopy = async (connection: DuckDBConnection) => ({
  totals: await controlTotals(connection),
  settings: await readStoredSettings(connection),
})

/** Tries again while other calls of the account, such as an import, keep the file busy. */
const whenFree = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!hasCode(error, 'warehouse.busy') || attempt === BUSY_TRIES) throw error
    }
  }
}

/** The warehouse is closing, or the account is being deleted. */
const isStopping = (error: unknown): boolean =>
  hasCode(error, 'server.unavailable') && !(error instanceof UpgradeFailure)

const hasCode = (error: unknown, code: Failure['code']): boolean => error instanceof Failure && error.code === code

/** The first lines of the underlying errors: for operators, unlike the message for users. */
const describeCause = (error: unknown): string => causesOf(error).join(': ').slice(0, REASON_LENGTH)

const causesOf = (error: unknown): readonly string[] => {
  if (!(error instanceof Error)) return [String(error)]
  const causes = error.cause === undefined ? [] : causesOf(error.cause)
  return error instanceof Failure && causes.length > 0 ? causes : [error.message.split('\n')[0] ?? '', ...causes]
}

/** Copies when the backup is on another disk. */
const moveFile = async (from: string, to: string): Promise<void> => {
  await rename(from, to).catch(async () => {
    await copyFile(from, to)
    await flushFile(to)
    await rm(from)
  })
}

/** Waits until the file's content is on disk. */
export const flushFile = async (path: string): Promise<void> => {
  const handle = await open(path, 'r+')
  await handle.sync().finally(() => handle.close())
}
