import { hash } from 'node:crypto'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { fail } from '#contract/errors.ts'
import type { ReportResult, ResultColumn } from '#contract/reports.ts'
import { isSameTimeZone } from '#domain/locale.ts'
import { decimalsForFormat, roundAnswer } from '#domain/round-answer.ts'
import { columnName } from '#semantic/catalog/catalog.ts'
import { COST_MEASURES } from '#semantic/catalog/costs.ts'
import type { CompiledStatement, CompilerOptions } from '#semantic/compiler/compilation.ts'
import { compileExcluded, compileRowCount, compileRows } from '#semantic/compiler/compile.ts'
import { compileNotCounted } from '#semantic/compiler/compile-not-counted.ts'
import { compileOthers } from '#semantic/compiler/compile-others.ts'
import { describeColumns, type OutputColumn } from '#semantic/compiler/describe-columns.ts'
import { overAllRecords, total } from '#semantic/compiler/total.ts'
import type { Definitions } from '#semantic/definitions/definitions.ts'
import { compileBridge } from '#semantic/lineage/bridge.ts'
import type { Cell as CellPlace } from '#semantic/lineage/cell-records.ts'
import { type Bridge, foldBridge } from '#semantic/lineage/fold-bridge.ts'
import { foldProof } from '#semantic/lineage/fold-proof.ts'
import { compileProof } from '#semantic/lineage/proof.ts'
import { isPersonalQuery } from '#semantic/personal-data.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import type { Deps } from '#server/deps.ts'
import type { SqlValue } from '#warehouse/engine.ts'
import type { RoutedWarehouse } from '#warehouse/places/placed-warehouse.ts'
import type { AnalyticsSettings } from './analytics-settings.ts'
import { readSourceTotals, type SourceRange, type SourceTotals, sourceTotalsStatement } from './source-totals.ts'

/** The rest of a query for one value, or for every record. */
export const ALL_DATA = { groupBy: [], filter: null, range: null, sort: [], top: null, page: null } as const

export type Cell = string | number | boolean | null

const ROWS_PER_SLICE = 2_000

/** Converts money from minor to major units, and rounds calculated numbers to what their unit carries. */
const decodeRow = (row: readonly SqlValue[], columns: readonly OutputColumn[], minorUnits: number): Cell[] =>
  row.map((value, index) => {
    const column = columns[index]
    if (typeof value !== 'number' || !column || !isDecoded(column)) return value
    return roundAnswer(value, { ...column, minorUnits })
  })

const isDecoded = ({ isMoney, isMeasure, format }: OutputColumn): boolean =>
  isMoney || (isMeasure && decimalsForFormat(format) !== null)

/** A statement read another data version than the rest of the result, which must be computed again. */
export class StaleVersionError extends Error {
  override readonly name = 'StaleVersionError'
}

/** How queries of an account are compiled for the engine that has it now. */
export const compilerOptions = (
  warehouse: Pick<RoutedWarehouse, 'dialectOf'>,
  { accountId, calendar, collation, currency, definitions, ownCodes, promises, minorUnits }: AnalyticsSettings,
): CompilerOptions => ({
  dialect: warehouse.dialectOf(accountId),
  context: { ...calendar, collation, currency, definitions, ownCodes, promises },
  minorUnits,
})

type SessionWarehouse = Pick<RoutedWarehouse, 'dialectOf' | 'query'>
type Compile = (options: CompilerOptions) => CompiledStatement | null

/**
 * Runs the statements of one result, all at one data version: a tile's number and its rows, or a report's rows and its
 * total, never come from different loads.
 */
export class QuerySession {
  readonly #warehouse: SessionWarehouse
  readonly #settings: AnalyticsSettings
  readonly #options: CompilerOptions
  readonly #signal: AbortSignal | undefined
  readonly #dataVersion: number

  constructor(warehouse: SessionWarehouse, settings: AnalyticsSettings, dataVersion: number, signal?: AbortSignal) {
    this.#warehouse = warehouse
    this.#settings = settings
    this.#signal = signal
    this.#dataVersion = dataVersion
    this.#options = compilerOptions(warehouse, settings)
  }

  /** The same data under other definitions than the current ones, to preview the effect of a change. */
  withDefinitions(definitions: Definitions): QuerySession {
    return new QuerySession(this.#warehouse, { ...this.#settings, definitions }, this.#dataVersion, this.#signal)
  }

  /** Rows with money in major units. Throws `InvalidQuery`, and the warehouse's failures. */
  async rows(query: SemanticQuery): Promise<Cell[][]> {
    this.assertAllowed(query)
    const columns = describeColumns(query)
    const rows = await this.#run((options) => compileRows(query, options))
    if (!columns.some(isDecoded)) return rows
    const decoded: Cell[][] = []
    for (const [index, row] of rows.entries()) {
      // Decoding many rows would block the event loop for many milliseconds.
      if (index % ROWS_PER_SLICE === ROWS_PER_SLICE - 1) await setImmediate()
      decoded.push(decodeRow(row, columns, this.#settings.minorUnits))
    }
    return decoded
  }

  /** A cell per column: null for columns without a total, and for those that `isWanted` rejects. */
  async totals(query: SemanticQuery, isWanted: (place: number) => boolean = () => true): Promise<Cell[]> {
    const totalled = total(query, isWanted)
    if (totalled === null) return query.columns.map(() => null)
    const [row = []] = await this.rows(totalled.query)
    return totalled.indexes.map((index) => (index === null ? null : (row[index] ?? null)))
  }

  /** The measures over all rows beyond the query's `top` limit. `known`: the rows up to it, where they have been read. */
  async others(query: SemanticQuery, known: readonly (readonly Cell[])[] = []): Promise<Cell[]> {
    this.assertAllowed(query)
    const [row = []] = await this.#run((options) => compileOthers(query, options, known))
    return decodeRow(row, describeColumns(query), this.#settings.minorUnits)
  }

  /** Rows on all pages, before the `top` limit. */
  async rowCount(query: SemanticQuery): Promise<number> {
    const [row] = await this.#run((options) => compileRowCount(query, options))
    return Number(row?.[0] ?? 0)
  }

  /** Records in other currencies, which no measure covers. */
  async excluded(query: SemanticQuery): Promise<{ currency: string; rows: number }[]> {
    const rows = await this.#run((options) => compileExcluded(query, options))
    return rows.map(([currency, count]) => ({ currency: String(currency), rows: Number(count) }))
  }

  /** Records that a list shows and its totals leave out. */
  async notCounted(query: SemanticQuery): Promise<ReportResult['notCounted']> {
    this.assertAllowed(query)
    const columns = describeColumns(query)
    const rows = await this.#run((options) => compileNotCounted(query, options))
    return rows.map(([kind, records, ...cells]) => ({
      kind: kind === 'open' ? 'open' : 'canceled',
      records: Number(records),
      cells: decodeRow(cells, columns, this.#settings.minorUnits),
    }))
  }

  /** Share of net sales with a known cost, over all rows; null for a query without measures of cost, and without sales. */
  async costCoverage(query: SemanticQuery): Promise<number | null> {
    if (!query.columns.some(({ columnId }) => COST_MEASURES.includes(columnId))) return null
    const columns = [{ columnId: 'costCoverage', aggregation: 'None' }] as const
    const [[coverage = null] = []] = await this.rows({ ...overAllRecords(query), columns })
    return typeof coverage === 'number' ? coverage : null
  }

  /** How a number is calculated, and its value recomputed from its contributing records. Throws `InvalidQuery`. */
  async proof(query: SemanticQuery, cell: CellPlace) {
    this.assertAllowed(query)
    const plan = compileProof(query, cell, this.#options)
    const [row = []] = await this.#run((options) => compileProof(query, cell, options).statement, plan.statement)
    return { formula: plan.formula, proof: foldProof(plan, row, this.#settings.minorUnits) }
  }

  /** How all records under a number's filters become those that it counts; `expected`: the number. Throws `InvalidQuery`. */
  async bridge(query: SemanticQuery, cell: CellPlace, expected: number | null): Promise<Bridge | null> {
    this.assertAllowed(query)
    const plan = compileBridge(query, cell, this.#options)
    if (plan === null) return null
    const rows = await this.#run((options) => compileBridge(query, cell, options)?.statement ?? null, plan.statement)
    return foldBridge(plan, { rows, minorUnits: this.#settings.minorUnits, expected })
  }

  /** Stored orders by service, and the same as their source gave them. */
  async sourceTotals(range: SourceRange): Promise<SourceTotals[]> {
    const { currency, minorUnits } = this.#settings
    return readSourceTotals(
      await this.#run(({ dialect }) => sourceTotalsStatement(dialect, currency, range)),
      minorUnits,
    )
  }

  /** Records found by a text; none where nothing can match it. */
  async search(compile: Compile): Promise<SqlValue[][]> {
    if (this.#settings.refusesPersonalData) throw fail('widget.personal_data')
    return this.#run(compile)
  }

  /** Errors: `widget.personal_data`. */
  assertAllowed(query: SemanticQuery): void {
    if (this.#settings.refusesPersonalData && isPersonalQuery(query)) throw fail('widget.personal_data')
  }

  /** No rows where there is nothing to ask. A statement is compiled again if the account has moved to another engine. */
  async #run(compile: Compile, compiled = compile(this.#options)): Promise<SqlValue[][]> {
    if (compiled === null) return []
    const { rows, dataVersion } = await this.#warehouse.query(
      this.#settings.accountId,
      (dialect) => (dialect === this.#options.dialect ? null : compile({ ...this.#options, dialect })) ?? compiled,
      this.#signal ? { signal: this.#signal } : {},
    )
    if (dataVersion !== this.#dataVersion) throw new StaleVersionError()
    return rows
  }
}

/** Describes the columns of the query's result from the catalog. Throws `InvalidQuery`. */
export const presentColumns = (query: SemanticQuery): ResultColumn[] =>
  describeColumns(query).map(({ column, isMeasure, isMoney: _, ...described }) => ({
    columnId: column.columnId,
    columnName: columnName(column.columnId),
    kind: isMeasure ? 'measure' : 'dimension',
    type: column.type,
    total: isMeasure,
    ...described,
  }))

/** Milliseconds to wait before each further try while loads are committed: a sync commits one after another. */
const PAUSES_MS = [0, 100, 200, 400, 800, 1_600] as const
const RETRY_SECONDS = 5

/** One version of an account's data. */
export interface DataSnapshot {
  readonly dataVersion: number
  /** when the rows were last brought up to date; null before the first load */
  readonly asOf: string | null
  /** runs statements that fail with `StaleVersionError` once a load has replaced this version */
  openSession(signal?: AbortSignal): QuerySession
}

/**
 * Runs work whose statements must all read the same data version, and repeats it when a load changed the data in the meantime.
 *
 * @throws Failure `warehouse.busy` when the rows have moved to another time zone since the question's dates were resolved, and
 * when loads changed the data during every try
 */
export const withConsistentVersion = async <Result>(
  { warehouse }: Deps,
  settings: AnalyticsSettings,
  work: (snapshot: DataSnapshot) => Promise<Result>,
): Promise<Result> => {
  for (let attempt = 0; ; attempt += 1) {
    const { dataVersion, loadedAt, timeZone } = await warehouse.status(settings.accountId)
    assertTimeZoneUnchanged(settings, timeZone)
    try {
      return await work({
        dataVersion,
        asOf: loadedAt === null ? null : new Date(loadedAt).toISOString(),
        openSession: (signal) => new QuerySession(warehouse, settings, dataVersion, signal),
      })
    } catch (error) {
      if (!(error instanceof StaleVersionError)) throw error
      const pauseMs = PAUSES_MS[attempt]
      if (pauseMs === undefined) throw fail('warehouse.busy', { cause: error, retryAfter: RETRY_SECONDS })
      await sleep(pauseMs)
    }
  }
}

const assertTimeZoneUnchanged = ({ timeZone }: AnalyticsSettings, zoneOfRows: string | undefined): void => {
  if (zoneOfRows !== undefined && !isSameTimeZone(zoneOfRows, timeZone)) throw fail('warehouse.busy', { retryAfter: 1 })
}

interface CachedResult {
  /** JSON of the result */
  readonly bytes: Uint8Array
  /** names account, rows, definitions and query: equal etags mean equal bytes */
  readonly etag: string
  /** when the rows were last brought up to date; null before the first load */
  readonly asOf: string | null
}

interface ResultRequest {
  readonly settings: AnalyticsSettings
  /** everything about the query that the result depends on, dates resolved */
  readonly query: unknown
  readonly signal: AbortSignal
  /** the caller's etag; nothing is computed when it is still current */
  readonly knownEtag?: string | undefined
}

/**
 * The result of a query on the current data, from the cache if possible. Null when `knownEtag` is still current.
 * All of a result is computed at one data version.
 */
export const getCachedResult = <T>(
  deps: Deps,
  { settings, query, signal, knownEtag }: ResultRequest,
  compute: (session: QuerySession) => Promise<T>,
): Promise<CachedResult | null> =>
  withConsistentVersion(deps, settings, async ({ dataVersion, asOf, openSession }) => {
    const key = {
      accountId: settings.accountId,
      dataVersion,
      definitionsVersion: settings.definitionsVersion,
      timeZone: settings.timeZone,
      // A result that was computed for people who are signed in is no answer for others.
      query: JSON.stringify([settings.calendar.today, settings.collation, query, settings.refusesPersonalData]),
    }
    const etag = hash('sha1', JSON.stringify(key), 'base64url')
    if (etag === knownEtag) return null
    // Callers that ask for the same result share one computation, which is aborted when all of them have left.
    const computeBytes = async (shared: AbortSignal) => {
      const value = await compute(openSession(shared))
      return { bytes: Buffer.from(JSON.stringify(value)), dataVersion }
    }
    const { bytes } = await deps.results.getOrCompute(key, computeBytes, signal)
    return { bytes, etag, asOf }
  })

/** Adds fields to a JSON object that is stored as bytes. */
export const withFields = (bytes: Uint8Array, fields: Readonly<Record<string, unknown>>): Buffer => {
  const added = JSON.stringify(fields).slice(1)
  const isEmpty = bytes.length <= 2
  return Buffer.concat([bytes.subarray(0, -1), Buffer.from(isEmpty ? added : `,${added}`)])
}
