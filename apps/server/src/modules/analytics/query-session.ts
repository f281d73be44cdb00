import { setImmediate } from 'node:timers/promises'
import type { CompiledStatement, CompilerOptions } from '#semantic/compiler/compilation.ts'
import { compileExcluded, compileRowCount, compileRows } from '#semantic/compiler/compile.ts'
import { compileOthers } from '#semantic/compiler/compile-others.ts'
import { describeColumns, type OutputColumn } from '#semantic/compiler/describe-columns.ts'
import { total } from '#semantic/compiler/total.ts'
import type { Definitions } from '#semantic/definitions/definitions.ts'
import type { Cell as CellPlace } from '#semantic/lineage/cell-records.ts'
import type { FoldedProof, FormulaDescription } from '#semantic/lineage/fold-proof.ts'
import { foldProof } from '#semantic/lineage/fold-proof.ts'
import { compileProof } from '#semantic/lineage/proof.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import type { SqlValue, Warehouse } from '#warehouse/engine.ts'
import type { AnalyticsSettings } from './analytics-settings.ts'

export type Cell = string | number | boolean | null

export interface ProvedNumber {
  readonly formula: FormulaDescription
  readonly proof: FoldedProof
}

const ROWS_A_TURN = 10_000

/** Minor units become major ones; everything else stays. */
const decodeRow = (row: readonly SqlValue[], columns: readonly OutputColumn[], minorUnits: number): Cell[] =>
  row.map((value, place) => (typeof value === 'number' && columns[place]?.isMoney ? value / minorUnits : value))

/** Rows of an earlier answer than the rest: the answer has to be made again. */
export class DataMoved extends Error {
  override readonly name = 'DataMoved'
}

/** How queries of an account are compiled for its warehouse. */
export const compilerOptions = (
  { dialect }: Pick<Warehouse, 'dialect'>,
  { calendar, currency, definitions, minorUnits }: AnalyticsSettings,
): CompilerOptions => ({ dialect, context: { ...calendar, currency, definitions }, minorUnits })

/**
 * Runs the statements of one answer, all at one data version: a tile's number and its rows, a report's rows and its total
 * cannot come from different loads.
 */
export class QuerySession {
  readonly #warehouse: Warehouse
  readonly #settings: AnalyticsSettings
  readonly #options: CompilerOptions
  readonly #signal: AbortSignal
  readonly #dataVersion: number

  constructor(warehouse: Warehouse, settings: AnalyticsSettings, dataVersion: number, signal: AbortSignal) {
    this.#warehouse = warehouse
    this.#settings = settings
    this.#signal = signal
    this.#dataVersion = dataVersion
    this.#options = compilerOptions(warehouse, settings)
  }

  /** The same data read by other definitions than those in force, to show what a choice would do. */
  countingBy(definitions: Definitions): QuerySession {
    return new QuerySession(this.#warehouse, { ...this.#settings, definitions }, this.#dataVersion, this.#signal)
  }

  /** Rows with money in major units. Throws `InvalidQuery`, and the warehouse's failures. */
  async rows(query: SemanticQuery): Promise<Cell[][]> {
    const columns = describeColumns(query)
    const rows = await this.#run(compileRows(query, this.#options))
    if (columns.every(({ isMoney }) => !isMoney)) return rows
    const decoded: Cell[][] = []
    for (const [place, row] of rows.entries()) {
      // Many rows take many milliseconds, in which nobody else would be answered.
      if (place % ROWS_A_TURN === ROWS_A_TURN - 1) await setImmediate()
      decoded.push(decodeRow(row, columns, this.#settings.minorUnits))
    }
    return decoded
  }

  /** A cell per column: null where nothing is totalled, or `isWanted` does not ask for it. */
  async totals(query: SemanticQuery, isWanted: (place: number) => boolean = () => true): Promise<Cell[]> {
    const totalled = total(query, isWanted)
    if (totalled === null) return query.columns.map(() => null)
    const [row = []] = await this.rows(totalled.query)
    return totalled.indexes.map((place) => (place === null ? null : (row[place] ?? null)))
  }

  /** The measures over everything that `top` leaves out. */
  async others(query: SemanticQuery): Promise<Cell[]> {
    const [row = []] = await this.#run(compileOthers(query, this.#options))
    return decodeRow(row, describeColumns(query), this.#settings.minorUnits)
  }

  /** Rows on all pages, before `top`. */
  async rowCount(query: SemanticQuery): Promise<number> {
    const [row] = await this.#run(compileRowCount(query, this.#options))
    return Number(row?.[0] ?? 0)
  }

  /** Records in other currencies, which no measure covers. */
  async excluded(query: SemanticQuery): Promise<{ currency: string; rows: number }[]> {
    const statement = compileExcluded(query, this.#options)
    if (statement === null) return []
    const rows = await this.#run(statement)
    return rows.map(([currency, count]) => ({ currency: String(currency), rows: Number(count) }))
  }

  /** A number beside what the records behind it fold to, and how it is made. Throws `InvalidQuery`. */
  async proof(query: SemanticQuery, cell: CellPlace): Promise<ProvedNumber> {
    const plan = compileProof(query, cell, this.#options)
    const [row = []] = await this.#run(plan.statement)
    return { formula: plan.formula, proof: foldProof(plan, row, this.#settings.minorUnits) }
  }

  async #run(statement: CompiledStatement): Promise<SqlValue[][]> {
    const { rows, dataVersion } = await this.#warehouse.query(this.#settings.accountId, statement, {
      signal: this.#signal,
    })
    if (dataVersion !== this.#dataVersion) throw new DataMoved()
    return rows
  }
}
