import { setTimeout as pause } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import { assertFound, fail } from '#contract/errors.ts'
import { DAY_MS } from '#domain/clock.ts'
import { type Db, inTransaction, unscoped } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import type { Deps } from '#server/deps.ts'
import type {
  AccountBook,
  AccountLedger,
  CommittedBatch,
  HeldLedger,
  LedgerEntry,
  Publication,
  StoredRules,
} from '#warehouse/clickhouse/account-ledger.ts'
import type { LoadOutcome } from '#warehouse/engine.ts'

/**
 * Reads by key, one statement at a time: those that are asked for while one runs are made together by the next, so that each
 * answer was read after it was asked for.
 */
export class JoinedReads<Key, Value> {
  readonly #readAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>
  #last: Promise<unknown> = Promise.resolve()
  #next: { readonly keys: Set<Key>; readonly answers: Promise<ReadonlyMap<Key, Value>> } | null = null

  /** @param readAll gives what there is of the keys; a failure is that of all who asked */
  constructor(readAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>) {
    this.#readAll = readAll
  }

  async read(key: Key): Promise<Value | null> {
    this.#next ??= this.#afterLast()
    this.#next.keys.add(key)
    const answers = await this.#next.answers
    return answers.get(key) ?? null
  }

  #afterLast() {
    const keys = new Set<Key>()
    const answers = this.#last.then(() => {
      this.#next = null
      return this.#readAll([...keys])
    })
    this.#last = answers.catch(() => undefined)
    return { keys, answers }
  }
}

/** Advisory locks of two keys, the second of which is the account; other locks of the product have one key. */
const LOCK_CLASS = 4_711_030
/** No account has this id. */
const MIGRATIONS = 0
const LOOK_MS = 50
const LONGEST_WAIT_MS = 600_000
/** Long enough for any repetition of a batch. */
const KEPT_DAYS = 60

/** Keeps the book of commits to ClickHouse in the app database. */
export const createAccountLedger = ({ db, ids, clock }: Pick<Deps, 'db' | 'ids' | 'clock'>): AccountLedger => {
  const read = async (from: Db, accountId: number): Promise<LedgerEntry> =>
    (await findEntry(from, accountId)) ?? (await register(from, accountId, ids.next()))
  // Each query of each tile reads the entry of its account twice.
  const entries = new JoinedReads((accountIds: readonly number[]) => findEntries(db, accountIds))

  const held = (connection: Db, accountId: number): HeldLedger => ({
    read: () => read(connection, accountId),
    batch: (batchId) => findBatch(connection, accountId, batchId),
    begin: async (publication) => {
      await connection
        .updateTable('warehouse_ledger')
        .set({ applying: JSON.stringify(publication) })
        .where('account_id', '=', accountId)
        .execute()
    },
    batches: () => listBatches(connection, accountId),
    adopt: (book) => adopt(connection, accountId, book),
    finish: () => finish(connection, accountId, clock.now()),
    forget: () => forget(connection, accountId, ids.next()),
  })

  // The lock is the session's: it ends with this process, or with its connection.
  const locked = <Result>(
    key: number,
    waitMs: number,
    work: (connection: Db) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result | null> =>
    db.connection().execute(async (connection) => {
      if (!(await acquire(connection, key, { waitMs, signal }))) return null
      try {
        return await work(connection)
      } finally {
        await sql`select pg_advisory_unlock(${LOCK_CLASS}, ${key})`.execute(unscoped(connection)).catch(() => undefined)
      }
    })

  return {
    read: async (accountId) => (await entries.read(accountId)) ?? read(db, accountId),
    hasBatch: async (accountId, batchId) => (await findBatch(db, accountId, batchId)) !== null,
    tryHold: (accountId, work) => locked(accountId, 0, (connection) => work(held(connection, accountId))),
    hold: async (accountId, work, signal) => {
      const done = await locked(
        accountId,
        LONGEST_WAIT_MS,
        async (connection) => ({ result: await work(held(connection, accountId)) }),
        signal,
      )
      if (done === null) throw fail('warehouse.busy', { retryAfter: 60 })
      return done.result
    },
    exclusively: async (work) => {
      const done = await locked(MIGRATIONS, LONGEST_WAIT_MS, () => work().then(() => true))
      if (done === null) throw fail('warehouse.busy', { retryAfter: 60 })
    },
  }
}

const acquire = async (
  connection: Db,
  key: number,
  { waitMs, signal }: { readonly waitMs: number; readonly signal: AbortSignal | undefined },
): Promise<boolean> => {
  const deadline = performance.now() + waitMs
  for (;;) {
    signal?.throwIfAborted()
    const { rows } = await sql<{
      is_held: boolean
    }>`select pg_try_advisory_lock(${LOCK_CLASS}, ${key}) as is_held`.execute(unscoped(connection))
    if (rows[0]?.is_held) return true
    if (performance.now() >= deadline) return false
    await pause(LOOK_MS)
  }
}

const toEntry = (row: Selectable<Schema['warehouse_ledger']>): LedgerEntry => ({
  key: row.key,
  dataVersion: row.data_version,
  rowVersion: row.row_version,
  loadedAt: row.loaded_at?.getTime() ?? null,
  rules: {
    timeZone: row.time_zone,
    visitRules: row.visit_rules,
    codeRules: row.code_rules,
    separateCustomers: row.separate_customers,
  },
  applying: row.applying,
})

const findEntry = async (db: Db, accountId: number): Promise<LedgerEntry | null> => {
  const row = await db.selectFrom('warehouse_ledger').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  return row ? toEntry(row) : null
}

/** Each answer goes to those only who asked for its account. */
const findEntries = async (db: Db, accountIds: readonly number[]): Promise<Map<number, LedgerEntry>> => {
  const rows = await unscoped(db)
    .selectFrom('warehouse_ledger')
    .selectAll()
    .where('account_id', 'in', accountIds)
    .execute()
  return new Map(rows.map((row) => [row.account_id, toEntry(row)]))
}

const register = async (db: Db, accountId: number, key: string): Promise<LedgerEntry> => {
  const account = await db.selectFrom('accounts').select('id').where('id', '=', accountId).executeTakeFirst()
  if (!account) throw fail('account.not_found')
  await db
    .insertInto('warehouse_ledger')
    .values({ account_id: accountId, key })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return assertFound(await findEntry(db, accountId), 'account.not_found')
}

const findBatch = async (db: Db, accountId: number, batchId: string): Promise<LoadOutcome | null> => {
  const row = await db
    .selectFrom('warehouse_loads')
    .select(['changed', 'data_version', 'counts'])
    .where((eb) => eb.and({ account_id: accountId, batch_id: batchId }))
    .executeTakeFirst()
  return row ? { changed: row.changed, dataVersion: row.data_version, counts: row.counts } : null
}

const listBatches = async (db: Db, accountId: number): Promise<CommittedBatch[]> => {
  const rows = await db
    .selectFrom('warehouse_loads')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('applied_at')
    .execute()
  return rows.map(({ batch_id, service_id, applied_at, changed, data_version, counts }) => ({
    batchId: batch_id,
    serviceId: service_id,
    appliedAt: applied_at.getTime(),
    outcome: { changed, dataVersion: data_version, counts },
  }))
}

const finish = (db: Db, accountId: number, now: number): Promise<void> =>
  inTransaction(db, async (trx) => {
    const applying = (await findEntry(trx, accountId))?.applying
    if (!applying) return
    const { outcome, rules, batch, rowVersion } = applying
    await trx
      .updateTable('warehouse_ledger')
      .set({
        data_version: outcome.dataVersion,
        row_version: rowVersion,
        ...rulesColumns(rules),
        applying: null,
        ...(batch ? { loaded_at: new Date(now) } : {}),
      })
      .where('account_id', '=', accountId)
      .execute()
    if (batch) await enterBatch(trx, accountId, { batch, outcome, now })
  })

interface Entry {
  readonly batch: NonNullable<Publication['batch']>
  readonly outcome: LoadOutcome
  readonly now: number
}

const enterBatch = async (db: Db, accountId: number, { batch, outcome, now }: Entry): Promise<void> => {
  await db
    .deleteFrom('warehouse_loads')
    .where('account_id', '=', accountId)
    .where('applied_at', '<', new Date(now - KEPT_DAYS * DAY_MS))
    .execute()
  await insertBatches(db, accountId, [{ ...batch, outcome, appliedAt: now }])
}

/** Rows of one INSERT: PostgreSQL takes up to 65,535 parameters. */
const BATCH_ROWS = 1_000

const insertBatches = async (db: Db, accountId: number, batches: readonly CommittedBatch[]): Promise<void> => {
  for (let start = 0; start < batches.length; start += BATCH_ROWS)
    await db
      .insertInto('warehouse_loads')
      .values(
        batches.slice(start, start + BATCH_ROWS).map(({ batchId, serviceId, appliedAt, outcome }) => ({
          account_id: accountId,
          batch_id: batchId,
          service_id: serviceId,
          applied_at: new Date(appliedAt),
          changed: outcome.changed,
          data_version: outcome.dataVersion,
          counts: JSON.stringify(outcome.counts),
        })),
      )
      .execute()
}

const rulesColumns = ({ timeZone, visitRules, codeRules, separateCustomers }: StoredRules) => ({
  time_zone: timeZone,
  visit_rules: visitRules && JSON.stringify(visitRules),
  code_rules: codeRules && JSON.stringify(codeRules),
  separate_customers: separateCustomers,
})

/** Of the first rows of an account; each publication has a higher one. */
const FIRST_ROW_VERSION = 1

const adopt = (db: Db, accountId: number, { dataVersion, loadedAt, rules, batches }: AccountBook): Promise<void> =>
  inTransaction(db, async (trx) => {
    await trx
      .updateTable('warehouse_ledger')
      .set({
        data_version: dataVersion,
        row_version: FIRST_ROW_VERSION,
        loaded_at: loadedAt === null ? null : new Date(loadedAt),
        ...rulesColumns(rules),
      })
      .where('account_id', '=', accountId)
      .execute()
    await trx.deleteFrom('warehouse_loads').where('account_id', '=', accountId).execute()
    await insertBatches(trx, accountId, batches)
  })

const forget = (db: Db, accountId: number, key: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    await trx.deleteFrom('warehouse_loads').where('account_id', '=', accountId).execute()
    await trx
      .updateTable('warehouse_ledger')
      .set(({ eb }) => ({
        key,
        data_version: eb('data_version', '+', 1),
        row_version: 0,
        time_zone: null,
        visit_rules: null,
        code_rules: null,
        separate_customers: null,
        loaded_at: null,
        applying: null,
      }))
      .where('account_id', '=', accountId)
      .execute()
  })
