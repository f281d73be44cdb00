import { fail } from '#contract/errors.ts'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'
import { DAY_MS } from '#domain/clock.ts'
import type { ControlTotals } from '#domain/control-totals.ts'
import { type StoredKind, stagingNames } from '#warehouse/schema/stored-columns.ts'
import type { Load, LoadOutcome, LoadRequest, SqlValue } from '../engine.ts'
import { type DetachedTable, type LoadScope, tablesInScope } from '../schema/removed-rows.ts'
import { columnSources, type SourceRow, STORED_NUMBERS, storedText } from '../schema/stored-values.ts'
import { commitChange, type Stores } from './commit.ts'
import { applyCodeRules, applyStaged, applyVisitRules, newerRules, writeRules } from './load/apply-load.ts'
import { type LoadStatements, published, staged } from './load/load-statements.ts'
import { countOutdated } from './load/outdated-rows.ts'
import { dropLoad } from './publish.ts'
import { LOAD_VALUES, stagedTable } from './tables.ts'

const storedOf = (table: CanonicalTable): string =>
  `(SELECT * FROM ${published(table)} WHERE source_id IN (SELECT source_id FROM ${staged(table)}))`

const day = (aggregate: string): string => `formatDateTime(${aggregate}(ordered_local), '%Y-%m-%d')`

/** The stored rows of what was staged, counted from the tables that reports read. */
const countStoredTotals = async (load: LoadStatements, tables: readonly CanonicalTable[]): Promise<ControlTotals> => {
  const rows: Record<string, number> = {}
  for (const table of CANONICAL_TABLE_NAMES) {
    if (!tables.includes(table)) continue
    const [[count = 0] = []] = await load.rows(`SELECT count() FROM ${storedOf(table)}`)
    if (Number(count) > 0) rows[table] = Number(count)
  }
  if (!rows.orders) return { rows, firstDay: null, lastDay: null, currencies: [] }
  const found = await load.rows(
    `SELECT currency, ${day('min')}, ${day('max')},
       countIf(payment_status = 'paid' AND NOT is_refund AND net_sales > 0), countIf(payment_status = 'paid' AND is_refund),
       countIf(payment_status NOT IN ('paid', 'cancelled')), countIf(payment_status = 'cancelled'),
       sum(net_sales), sumIf(total, payment_status = 'paid')
     FROM ${storedOf('orders')} GROUP BY currency ORDER BY currency`,
  )
  const days = found.flatMap(([, first, last]) => [String(first), String(last)]).sort()
  const currencies = found.map(([currency, , , ...numbers]) => {
    const [orders = 0, refunds = 0, open = 0, canceled = 0, netSales = 0, total = 0] = numbers.map(Number)
    return { currency: String(currency), orders, refunds, open, canceled, netSales, total }
  })
  return { rows, firstDay: days[0] ?? null, lastDay: days.at(-1) ?? null, currencies }
}

/** Text of a number of 1/10^`places`. */
const decimal = (scaled: number, places: number): string => (scaled / 10 ** places).toFixed(places)

const isoTime = (epochMs: number): string => new Date(epochMs).toISOString().replace('T', ' ').replace('Z', '')

/** A value as ClickHouse reads it from JSON. Throws a TypeError that shows a value of the wrong kind. */
const WRITTEN: Readonly<Record<StoredKind, (value: unknown) => SqlValue>> = {
  text: storedText,
  boolean: (value) => STORED_NUMBERS.boolean(value) === 1,
  integer: STORED_NUMBERS.integer,
  money: STORED_NUMBERS.money,
  quantity: (value) => decimal(STORED_NUMBERS.quantity(value), 3),
  price: (value) => decimal(STORED_NUMBERS.price(value), 4),
  date: (value) => new Date(STORED_NUMBERS.date(value) * DAY_MS).toISOString().slice(0, 10),
  timestamp: (value) => isoTime(STORED_NUMBERS.timestamp(value) / 1000),
}

/** Turns canonical records of a table into rows of its staging table, after `load_id`, `phase` and `seq`. */
const stagingRows = (table: CanonicalTable): ((rows: readonly SourceRow[]) => SqlValue[][]) => {
  const sources = columnSources(table)
  return (rows) =>
    rows.map((row) =>
      sources.map(({ kind, pick }) => {
        const value = pick(row) ?? null
        return value === null ? null : WRITTEN[kind](value)
      }),
    )
}

/** Rows of one INSERT: some megabytes of JSON. */
const CHUNK_ROWS = 5_000

/** A load that also takes rows as they are staged elsewhere. */
export interface ClickHouseLoad extends Load {
  /** Rows of staging columns, in order, as ClickHouse reads them from JSON. */
  appendStaged(table: CanonicalTable, rows: readonly (readonly SqlValue[])[]): Promise<void>
  /** `onStored` gets the totals of the same rows as they are stored after the commit. */
  commit(onStored?: (totals: ControlTotals) => void): Promise<LoadOutcome>
}

/** One load; what it stages is in tables of its own until it is committed or discarded. */
export class AccountLoad implements ClickHouseLoad {
  readonly #stores: Stores
  readonly #request: LoadRequest
  readonly #loadId: string
  readonly #staged = new Map<CanonicalTable, number>()
  readonly #removed = new Set<CanonicalTable>()
  readonly #retained = new Set<CanonicalTable>()
  readonly #within = new Set<DetachedTable>()
  /** settles when what was begun has ended; rows are staged in the order of the calls */
  #running: Promise<unknown> = Promise.resolve()
  /** an append failed halfway, so the staged rows are incomplete */
  #isSpoiled = false
  #isOver = false
  /** its rows are deleted by the commit, which needs them until they are published */
  #isCommitting = false

  constructor(stores: Stores, request: LoadRequest, loadId: string) {
    this.#stores = stores
    this.#request = request
    this.#loadId = loadId
  }

  append<T extends CanonicalTable>(table: T, rows: readonly CanonicalRecord<T>[]): Promise<void> {
    const toRows = stagingRows(table)
    return this.#stage(table, rows, toRows)
  }

  appendStaged(table: CanonicalTable, rows: readonly (readonly SqlValue[])[]): Promise<void> {
    return this.#stage(table, rows, (part) => part)
  }

  #stage<Row>(
    table: CanonicalTable,
    rows: readonly Row[],
    toRows: (rows: readonly Row[]) => readonly (readonly SqlValue[])[],
  ): Promise<void> {
    const first = this.#staged.get(table) ?? 0
    this.#staged.set(table, first + rows.length)
    const columns = ['load_id', 'phase', 'seq', ...stagingNames(table)]
    return this.#add(async () => {
      for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
        const part = toRows(rows.slice(start, start + CHUNK_ROWS))
        const values = part.map((row, index) => [this.#loadId, 0, first + start + index, ...row])
        await this.#stores.clickHouse.insert(stagedTable(table), columns, values, this.#options)
      }
    })
  }

  remove(table: CanonicalTable, sourceIds: readonly string[]): Promise<void> {
    this.#removed.add(table)
    return this.#addIds('removed', table, sourceIds)
  }

  retain(table: CanonicalTable, sourceIds: readonly string[]): Promise<void> {
    this.#retained.add(table)
    return this.#addIds('retained', table, sourceIds)
  }

  replaceWithin(table: DetachedTable): void {
    this.#within.add(table)
  }

  #addIds(kind: 'removed' | 'retained', table: CanonicalTable, sourceIds: readonly string[]): Promise<void> {
    return this.#add(async () => {
      for (let start = 0; start < sourceIds.length; start += CHUNK_ROWS) {
        const rows = sourceIds.slice(start, start + CHUNK_ROWS).map((id) => [this.#loadId, kind, table, id])
        await this.#stores.clickHouse.insert(LOAD_VALUES, ['load_id', 'kind', 'name', 'value'], rows, this.#options)
      }
    })
  }

  get #options() {
    return this.#request.signal ? { signal: this.#request.signal } : {}
  }

  #add(work: () => Promise<void>): Promise<void> {
    if (this.#isOver) return Promise.reject(overError())
    const added = this.#running
      .catch(() => undefined)
      .then(work)
      .catch((error: unknown) => {
        this.#isSpoiled = true
        throw error
      })
    this.#running = added
    return added
  }

  async commit(onStored?: (totals: ControlTotals) => void): Promise<LoadOutcome> {
    if (this.#isOver) throw overError()
    try {
      await this.#running.catch(() => undefined)
      if (this.#isSpoiled)
        throw fail('warehouse.query_failed', { cause: new Error('An append of this load has failed') })
      return await this.#commit(onStored)
    } finally {
      await this.discard()
    }
  }

  async discard(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    await this.#running.catch(() => undefined)
    // What stays behind is swept later.
    if (!this.#isCommitting) await dropLoad(this.#stores.clickHouse, this.#loadId).catch(() => undefined)
  }

  #scope(): LoadScope {
    const { mode, isCurrent = false } = this.#request
    const comparesVersions = mode === 'merge' && !isCurrent
    const leaving = { removed: this.#removed, retained: this.#retained, within: this.#within }
    return {
      mode,
      comparesVersions,
      tables: tablesInScope({ mode, staged: new Set(this.#staged.keys()), leaving }),
      ...leaving,
    }
  }

  async #commit(onStored?: (totals: ControlTotals) => void): Promise<LoadOutcome> {
    const { accountId, batchId, serviceId, calendar } = this.#request
    this.#isCommitting = true
    const given = [...this.#staged].filter(([, count]) => count > 0)
    return commitChange(
      this.#stores,
      {
        accountId,
        loadId: this.#loadId,
        batch: { batchId, serviceId },
        counts: async (load) => {
          const outdated = await countOutdated(load)
          return { ...Object.fromEntries(given), ...(outdated > 0 ? { outdated } : {}) }
        },
        rules: (stored) => ({
          timeZone: stored.timeZone ?? calendar.timeZone,
          separateCustomers: stored.separateCustomers ?? calendar.separateCustomers ?? false,
          ...newerRules(stored, this.#request),
        }),
        write: async (load, stored, rules) => {
          await writeRules(load, rules)
          if (rules.visitRules !== stored.visitRules) await applyVisitRules(load)
          if (rules.codeRules !== stored.codeRules) await applyCodeRules(load)
          await applyStaged(load, this.#scope(), {
            hasCodes: (rules.codeRules?.codes.length ?? 0) > 0,
            isSeparate: rules.separateCustomers === true,
            isNews: rules.separateCustomers !== stored.separateCustomers,
          })
        },
        ...(onStored
          ? { onPublished: async (load) => onStored(await countStoredTotals(load, [...this.#staged.keys()])) }
          : {}),
      },
      this.#options,
    )
  }
}

const overError = () => fail('warehouse.query_failed', { cause: new Error('The load is over') })
