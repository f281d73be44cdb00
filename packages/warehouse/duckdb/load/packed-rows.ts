import type { DuckDBConnection } from '@duckdb/node-api'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { PackedColumns, PackedRows } from '../../schema/packed-rows.ts'
import { type StoredKind, stagingColumns } from '../../schema/stored-columns.ts'
import { columnList, quoted, textLiteral } from '../ddl.ts'
import { staging } from './apply.ts'

/** The value of a staging column, from what `packRows` made of it. */
const UNPACKED: Readonly<Record<StoredKind, (packed: string) => string>> = {
  text: (packed) => packed,
  integer: (packed) => packed,
  money: (packed) => packed,
  boolean: (packed) => `${packed} = 1`,
  date: (packed) => `DATE '1970-01-01' + ${packed}::INTEGER`,
  timestamp: (packed) => `make_timestamp(${packed})`,
  quantity: (packed) => `${packed} * 0.001`,
  price: (packed) => `${packed} * 0.0001`,
}

/** What the JSON of several batches has of a table: a column may be a list in one and the same value in another. */
const structureOf = (table: CanonicalTable, columns: readonly PackedColumns[]) => {
  const lists = new Set(columns.flatMap((one) => one.lists))
  const same = new Set(columns.flatMap((one) => one.same))
  const used = stagingColumns(table).filter(({ name }) => lists.has(name) || same.has(name))
  const sqlType = (kind: StoredKind) => (kind === 'text' ? 'VARCHAR' : 'BIGINT')
  const structure = {
    lists: Object.fromEntries(used.flatMap(({ name, kind }) => (lists.has(name) ? [[name, [sqlType(kind)]]] : []))),
    same: Object.fromEntries(used.flatMap(({ name, kind }) => (same.has(name) ? [[name, sqlType(kind)]] : []))),
  }
  const values = used.map(({ name }) => {
    const parts = [
      ...(lists.has(name) ? [`unnest(t.lists.${quoted(name)})`] : []),
      ...(same.has(name) ? [`t.same.${quoted(name)}`] : []),
    ]
    return `${parts.length > 1 ? `coalesce(${parts.join(', ')})` : parts[0]} AS ${quoted(name)}`
  })
  return { used, structure: JSON.stringify({ [table]: structure }), values }
}

/** Adds the batches' rows of a table to its staging table, in their order. */
export const insertPacked = async (
  connection: DuckDBConnection,
  table: CanonicalTable,
  batches: readonly PackedRows[],
): Promise<void> => {
  const columns = batches.flatMap(({ tables }) => tables[table] ?? [])
  if (columns.length === 0) return
  const { used, structure, values } = structureOf(table, columns)
  // One row alone would be a constant, which the planner evaluates more than once.
  const texts = [...batches.map((_, index) => `($${index + 1})`), '(NULL)']
  await connection.run(
    `INSERT INTO ${staging(table)} (${columnList(used.map(({ name }) => name))})
     SELECT ${used.map(({ name, kind }) => UNPACKED[kind](`p.${quoted(name)}`)).join(', ')}
     FROM (
       SELECT ${values.join(', ')}
       FROM (SELECT from_json(batch, ${textLiteral(structure)}).${quoted(table)} AS t FROM (VALUES ${texts.join(', ')}) b(batch))
     ) p`,
    batches.map(({ content }) => content),
  )
}
