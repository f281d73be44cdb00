import type { PushedRows } from '#connectors/api/api.connector.ts'
import { type PackedRows, type PackedTables, packRows } from '#warehouse/schema/packed-rows.ts'

/** What is known of a waiting batch without reading its content. */
interface Outline {
  readonly tables: PackedTables
  /** the orders that it has, or whose lines it has */
  readonly orders: readonly string[]
  /** when their source changed its records, by table; left out by earlier releases */
  readonly versions?: VersionsByTable
}

/** Epoch milliseconds of the records that have them. */
type Versions = readonly (readonly [id: string, updated: number])[]
type VersionsByTable = Readonly<Record<string, Versions>>

const versionsOf = (rows: PushedRows): VersionsByTable =>
  Object.fromEntries(
    Object.entries(rows).map(([table, records]) => [
      table,
      records.flatMap(({ source_id, source_updated }) => (source_updated == null ? [] : [[source_id, source_updated]])),
    ]),
  )

/** A waiting batch as the database stores it. */
export interface StoredBatch {
  readonly content: string
  /** null: stored by an earlier release */
  readonly outline: string | null
}

const ordersOf = ({ orders = [], order_lines = [] }: PushedRows): string[] => [
  ...new Set([...orders.map(({ source_id }) => source_id), ...order_lines.map((line) => line.order_source_id)]),
]

export const storedBatch = (rows: PushedRows): StoredBatch => {
  const { tables, content } = packRows(rows)
  const outline: Outline = { tables, orders: ordersOf(rows), versions: versionsOf(rows) }
  return { content, outline: JSON.stringify(outline) }
}

export const batchVersions = (outline: string, table: string): Versions => {
  const { versions = {} }: Outline = JSON.parse(outline)
  return versions[table] ?? []
}

export interface WaitingBatch {
  readonly orders: readonly string[]
  /** it has whole orders, each with all of its lines */
  readonly isWhole: boolean
  readonly rows: PackedRows
}

/** A stored batch; those of earlier releases are read whole. */
export const waitingBatch = ({ content, outline }: StoredBatch): WaitingBatch => {
  if (outline === null) {
    const rows = earlierRows(content)
    return { orders: ordersOf(rows), isWhole: rows.orders !== undefined, rows: packRows(rows) }
  }
  const { tables, orders }: Outline = JSON.parse(outline)
  return { orders, isWhole: tables.orders !== undefined, rows: { tables, content } }
}

type Value = string | number | boolean | null
type Row = Readonly<Record<string, Value>>

/** Rows by column: a list of their values, or the value that all of them have. */
interface EarlierTable {
  readonly rows: number
  readonly columns: Readonly<Record<string, Value | readonly Value[]>>
}

const rowsOfColumns = ({ rows, columns }: EarlierTable): Row[] => {
  const unpacked = Array.from({ length: rows }, (): Record<string, Value> => ({}))
  for (const [name, values] of Object.entries(columns)) {
    const isList = Array.isArray(values)
    unpacked.forEach((row, index) => {
      row[name] = isList ? values[index] : values
    })
  }
  return unpacked
}

/** The rows of a batch that an earlier release stored, by column or row by row. */
const earlierRows = (content: string): PushedRows => {
  const tables: Readonly<Record<string, EarlierTable | Row[]>> = JSON.parse(content)
  const entries = Object.entries(tables)
  return Object.fromEntries(
    entries.map(([name, table]) => [name, Array.isArray(table) ? table : rowsOfColumns(table)]),
  ) as PushedRows
}
