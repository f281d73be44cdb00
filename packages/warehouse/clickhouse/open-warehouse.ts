import { setTimeout as pause } from 'node:timers/promises'
import { fail } from '#contract/errors.ts'
import { type Clock, DAY_MS } from '#domain/clock.ts'
import { isSameTimeZone } from '#domain/locale.ts'
import type { CodeRules } from '#domain/own-codes.ts'
import { DataUnavailable } from '../data-unavailable.ts'
import {
  type AccountCalendar,
  type AccountDataStatus,
  type CsvRequest,
  type CsvRows,
  type LoadOutcome,
  type LoadRequest,
  type QueryOptions,
  type QueryResult,
  type Question,
  type RebuildOptions,
  type SegmentUpdate,
  type SqlParam,
  type Statement,
  statementFor,
  type VisitRules,
  type Warehouse,
} from '../engine.ts'
import type { AccountStore, StoredAccount } from '../places/account-store.ts'
import type { AccountTotals } from '../places/account-totals.ts'
import { Slots } from '../scheduling/slots.ts'
import { ACCOUNT_TABLES } from '../schema/account-tables.ts'
import type { AccountLedger, LedgerEntry } from './account-ledger.ts'
import { AccountLoad, type ClickHouseLoad } from './account-load.ts'
import { clickHouseDialect, namedParams } from './clickhouse-dialect.ts'
import { type Change, commitChange, recover, type Stores } from './commit.ts'
import { type CallOptions, ClickHouse, type ClickHouseEndpoints } from './connect.ts'
import { writeCsv } from './export-csv.ts'
import {
  applyCodeRules,
  applyPeople,
  applyTimeZone,
  applyVisitRules,
  newerRules,
  removeCustomKeys,
  removeServiceRows,
  writeRules,
} from './load/apply-load.ts'
import { updateSegments } from './load/segment-members.ts'
import { migrateClickHouse } from './migrate.ts'
import { dropLoad, newLoadId, sweepLoads } from './publish.ts'
import { clickHouseStore, forgetAccount } from './stored-account.ts'
import { ACCOUNT_STATE } from './tables.ts'

const parameterType = (value: SqlParam): string => {
  if (typeof value === 'boolean') return 'Bool'
  if (typeof value === 'number') return Number.isInteger(value) ? 'Int64' : 'Float64'
  return value === null ? 'Nullable(String)' : 'String'
}

/** Columns that belong to the tables and not to records. */
const OWN_COLUMNS = 'account_id, version, is_deleted'

/**
 * A statement of the port as one that ClickHouse runs. Values `$1`, `$2` … get their types. A table by its plain name is
 * that of the account, so that no statement reads rows of another, and a sum over no rows is null there, as in SQL.
 */
const ofAccount = ({ sql, params }: Statement, database: string): string => {
  const compiled = ACCOUNT_TABLES.reduce((text, table) => text.replaceAll(clickHouseDialect.table(table), ''), sql)
  const named = ACCOUNT_TABLES.filter((table) => new RegExp(`\\b(?:FROM|JOIN)\\s+"?${table}\\b`, 'i').test(compiled))
  const tables = named.map(
    (table) =>
      `${table} AS (SELECT * EXCEPT (${OWN_COLUMNS}) FROM ${clickHouseDialect.quote(database)}.${table} FINAL WHERE account_id = {account:UInt64})`,
  )
  const bound = sql.includes('{p1:')
    ? sql
    : sql.replaceAll(/\$(\d+)\b/g, (_, index) => `{p${index}:${parameterType(params[Number(index) - 1] ?? null)}}`)
  if (tables.length === 0) return bound
  const withTables = `WITH ${tables.join(', ')}`
  const whole = /^\s*WITH\b/i.test(bound) ? bound.replace(/^\s*WITH\b/i, `${withTables},`) : `${withTables} ${bound}`
  return `${whole} SETTINGS aggregate_functions_null_for_empty = 1`
}

export interface ClickHouseWarehouseOptions extends ClickHouseEndpoints {
  readonly ledger: AccountLedger
  /** id of the app database's installation; the ClickHouse database belongs to one */
  readonly installation: string
  readonly clock: Clock
  /** random, unique */
  readonly newId: () => string
}

const QUERY_TIMEOUT_MS = 30_000
const EXPORT_TIMEOUT_MS = 300_000
const EXPORT_WAIT_MS = 60_000
const EXPORT: CallOptions = { threads: 1 }
const COMMITS_AT_A_TIME = 2
const WAITING_COMMITS = 100
const LONGEST_WAIT_MS = 600_000
/** between two looks at an account whose rows are being published */
const LOOK_MS = 25
const NOTHING = { batch: null, counts: async () => ({}) } as const

export interface ClickHouseWarehouse extends Warehouse, AccountStore {
  beginLoad(request: LoadRequest): Promise<ClickHouseLoad>
  /** Resolves when ClickHouse answers; rejects otherwise. */
  ping(): Promise<void>
}

const WAITING = { waitingPerAccount: 128 }
/** queries of an account that this process runs at one time */
const READS_OF_ACCOUNT = 4
/** Queries that run at one time for each core of ClickHouse: more take as long in all, and each of them longer. */
const READS_OF_CORE = 3
/** No connection waits for another: a client has 32. */
const MOST_READS = 24
/** A client that has left has given its place back, so that all who wait are still there. */
const READ_WAIT_MS = 120_000

const readSlots = (cores: number): Slots =>
  new Slots({
    ...WAITING,
    inTotal: Math.min(MOST_READS, Math.max(2 * READS_OF_ACCOUNT, READS_OF_CORE * cores)),
    perAccount: READS_OF_ACCOUNT,
    maxWaitMs: READ_WAIT_MS,
  })

const inSlot = async <Result>(
  slots: Slots,
  accountId: number,
  { signal }: CallOptions,
  read: () => Promise<Result>,
): Promise<Result> => {
  const giveBack = await slots.acquire(accountId, signal)
  try {
    return await read()
  } finally {
    giveBack()
  }
}

class ClickHouseAccounts implements ClickHouseWarehouse {
  readonly dialect = clickHouseDialect
  readonly #stores: Stores
  readonly #newId: () => string
  readonly #database: string
  /** accounts whose rows were found to be the ones that the ledger describes */
  readonly #verified = new Map<number, Promise<void>>()
  /** the rest of an account's burst waits here, so that others find ClickHouse free */
  readonly #reads: Slots
  readonly #exports = new Slots({ ...WAITING, inTotal: 4, perAccount: 1, maxWaitMs: EXPORT_WAIT_MS })

  constructor({
    clickHouse,
    ledger,
    clock,
    newId,
    database,
    cores,
  }: Omit<Stores, 'turns'> & Pick<ClickHouseWarehouseOptions, 'newId' | 'database'> & { readonly cores: number }) {
    const turns = new Slots({
      inTotal: COMMITS_AT_A_TIME,
      perAccount: 1,
      waitingPerAccount: WAITING_COMMITS,
      maxWaitMs: LONGEST_WAIT_MS,
    })
    this.#stores = { clickHouse, ledger, clock, turns }
    this.#reads = readSlots(cores)
    this.#newId = newId
    this.#database = database
  }

  query(accountId: number, question: Question, options: QueryOptions = {}): Promise<QueryResult> {
    const statement = statementFor(question, clickHouseDialect)
    const call = { timeoutMs: QUERY_TIMEOUT_MS, ...options }
    const sql = ofAccount(statement, this.#database)
    const params = namedParams(accountId, statement.params)
    return this.#atVersion(accountId, call, async () => ({
      rows: await inSlot(this.#reads, accountId, call, () =>
        this.#stores.clickHouse.rows(sql, params, { ...call, ...this.#share() }),
      ),
    }))
  }

  writeCsv(accountId: number, request: CsvRequest, options: QueryOptions = {}): Promise<CsvRows> {
    const call = { timeoutMs: EXPORT_TIMEOUT_MS, ...options }
    const statement = statementFor(request.statement, clickHouseDialect)
    const params = namedParams(accountId, statement.params)
    const sql = ofAccount(statement, this.#database)
    return this.#atVersion(
      accountId,
      call,
      () =>
        inSlot(this.#exports, accountId, call, () =>
          writeCsv(this.#stores.clickHouse, { ...request, statement: { ...statement, sql } }, params, {
            ...call,
            ...EXPORT,
          }),
        ),
      ({ content }) => content.destroy(),
    )
  }

  async status(accountId: number): Promise<AccountDataStatus> {
    const { dataVersion, loadedAt, rules } = await this.#stores.ledger.read(accountId)
    return { dataVersion, loadedAt, ...(rules.timeZone === null ? {} : { timeZone: rules.timeZone }) }
  }

  // What has begun to be published is published by whoever comes next, so this needs no ClickHouse that answers.
  async hasBatch(accountId: number, batchId: string): Promise<boolean> {
    const { applying } = await this.#stores.ledger.read(accountId)
    return applying?.batch?.batchId === batchId || this.#stores.ledger.hasBatch(accountId, batchId)
  }

  async beginLoad(request: LoadRequest): Promise<ClickHouseLoad> {
    request.signal?.throwIfAborted()
    // Nothing is read from a platform or a file for a ClickHouse that is away.
    await this.ping()
    return new AccountLoad(this.#stores, request, this.#loadId(request.accountId))
  }

  removeService(accountId: number, serviceId: string): Promise<LoadOutcome> {
    return this.#change(accountId, {
      write: (load, stored) => removeServiceRows(load.ofService(serviceId), stored.separateCustomers === true),
    })
  }

  changeCalendar(accountId: number, calendar: AccountCalendar, options: RebuildOptions = {}): Promise<LoadOutcome> {
    const { timeZone, separateCustomers: given } = calendar
    return this.#change(
      accountId,
      {
        rules: (stored) => ({ ...stored, timeZone, separateCustomers: given ?? stored.separateCustomers ?? false }),
        write: async (load, stored, rules) => {
          if (rules.separateCustomers !== stored.separateCustomers)
            await applyPeople(load, rules.separateCustomers === true)
          if (stored.timeZone === null || isSameTimeZone(stored.timeZone, timeZone)) return
          await writeRules(load, rules)
          await applyTimeZone(load, options)
        },
      },
      options.signal,
    )
  }

  changeVisitRules(accountId: number, visitRules: VisitRules): Promise<LoadOutcome> {
    return this.#change(accountId, {
      rules: (stored) => ({ ...stored, ...newerRules(stored, { visitRules }) }),
      write: async (load, stored, rules) => {
        if (rules.visitRules === stored.visitRules) return
        await writeRules(load, rules)
        await applyVisitRules(load)
      },
    })
  }

  changeCodeRules(accountId: number, codeRules: CodeRules): Promise<LoadOutcome> {
    return this.#change(accountId, {
      rules: (stored) => ({ ...stored, ...newerRules(stored, { codeRules }) }),
      write: async (load, stored, rules) => {
        if (rules.codeRules === stored.codeRules) return
        await writeRules(load, rules)
        await applyCodeRules(load)
      },
    })
  }

  removeCustomValues(accountId: number, keys: readonly string[]): Promise<LoadOutcome> {
    return this.#change(accountId, { write: (load) => removeCustomKeys(load, keys) })
  }

  updateSegments(accountId: number, update: SegmentUpdate): Promise<LoadOutcome> {
    return this.#change(accountId, { write: (load) => updateSegments(load, update) })
  }

  async removeAccount(accountId: number): Promise<void> {
    const { clickHouse, ledger } = this.#stores
    await ledger.hold(accountId, async (held) => {
      const loadId = await forgetAccount(clickHouse, accountId, held)
      if (loadId) await dropLoad(clickHouse, loadId)
    })
    this.#verified.delete(accountId)
  }

  async readStored<Result>(accountId: number, use: (stored: StoredAccount) => Promise<Result>): Promise<Result> {
    await this.#settled(accountId, { timeoutMs: QUERY_TIMEOUT_MS })
    return clickHouseStore(this.#stores).readStored(accountId, use)
  }

  writeStored(accountId: number, stored: StoredAccount): Promise<AccountTotals> {
    return clickHouseStore(this.#stores).writeStored(accountId, stored)
  }

  dropStored(accountId: number): Promise<void> {
    return this.removeAccount(accountId)
  }

  ping(): Promise<void> {
    return this.#stores.clickHouse.ping()
  }

  close(): Promise<void> {
    return this.#stores.clickHouse.close()
  }

  /** Queries of one thread each take less of ClickHouse's cores in all than queries that share all of them. */
  #share(): CallOptions {
    return this.#reads.load.waiting > 0 ? { threads: 1 } : {}
  }

  #loadId(accountId: number): string {
    return newLoadId(accountId, this.#stores.clock.now(), this.#newId())
  }

  #change(
    accountId: number,
    change: Pick<Change, 'write'> & Partial<Pick<Change, 'rules'>>,
    signal?: AbortSignal,
  ): Promise<LoadOutcome> {
    const loadId = this.#loadId(accountId)
    const all: Change = { rules: (stored) => stored, ...change, ...NOTHING, accountId, loadId }
    return commitChange(this.#stores, all, signal ? { signal } : {})
  }

  /** Repeats `read` until nothing was published while it ran. */
  async #atVersion<Result>(
    accountId: number,
    options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
    read: () => Promise<Result>,
    release: (result: Result) => void = () => undefined,
  ): Promise<Result & { readonly dataVersion: number }> {
    const deadline = performance.now() + options.timeoutMs
    for (;;) {
      const before = await this.#settled(accountId, options)
      const result = await read()
      const after = await this.#stores.ledger.read(accountId)
      if (after.rowVersion === before.rowVersion && after.applying === null)
        return { ...result, dataVersion: before.dataVersion }
      release(result)
      if (performance.now() > deadline) throw fail('warehouse.busy', { retryAfter: 5 })
    }
  }

  /** The account's entry once nothing is being published; ends what a killed process left unfinished. */
  async #settled(
    accountId: number,
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal },
  ): Promise<LedgerEntry> {
    const { ledger } = this.#stores
    const deadline = performance.now() + timeoutMs
    let entry = await ledger.read(accountId)
    while (entry.applying !== null) {
      signal?.throwIfAborted()
      if (performance.now() > deadline) throw fail('warehouse.busy', { retryAfter: 5 })
      await ledger.tryHold(accountId, (held) => recover(this.#stores, accountId, held))
      await pause(LOOK_MS)
      entry = await ledger.read(accountId)
    }
    await this.#verify(accountId, entry)
    return entry
  }

  /** Once for all who ask; again for those who come after it has failed. */
  #verify(accountId: number, entry: LedgerEntry): Promise<void> {
    if (entry.rowVersion === 0) return Promise.resolve()
    const known = this.#verified.get(accountId)
    if (known) return known
    const found = this.#readState(accountId, entry)
    this.#verified.set(accountId, found)
    found.catch(() => this.#verified.delete(accountId))
    return found
  }

  async #readState(accountId: number, { key, rowVersion }: LedgerEntry): Promise<void> {
    const [state] = await this.#stores.clickHouse.rows(
      `SELECT key, version FROM ${ACCOUNT_STATE} FINAL WHERE account_id = {account:UInt64}`,
      { account: accountId },
    )
    if (state?.[0] !== key || Number(state[1]) < rowVersion) throw new DataUnavailable('incomplete', {})
  }
}

/** Threads that ClickHouse gives a query that asks for no number. */
const coresOf = async (clickHouse: ClickHouse): Promise<number> => {
  const [row] = await clickHouse.rows("SELECT getSetting('max_threads')")
  return Math.max(1, Number(row?.[0] ?? 1))
}

/**
 * Opens the warehouse of all accounts in ClickHouse, for one of several processes. Migrates its tables first.
 *
 * @throws Failure `warehouse.unavailable` without an endpoint that answers
 */
export const openClickHouseWarehouse = async (options: ClickHouseWarehouseOptions): Promise<ClickHouseWarehouse> => {
  const { ledger, installation, clock, newId } = options
  const clickHouse = new ClickHouse(options)
  let cores: number
  try {
    cores = await coresOf(clickHouse)
    await migrateClickHouse(clickHouse, { ledger, installation })
    await sweepLoads(clickHouse, {
      olderThan: clock.now() - DAY_MS,
      isApplying: async (accountId, loadId) => (await ledger.read(accountId)).applying?.loadId === loadId,
    })
  } catch (error) {
    await clickHouse.close()
    throw error
  }
  return new ClickHouseAccounts({ clickHouse, ledger, clock, newId, database: options.database, cores })
}
