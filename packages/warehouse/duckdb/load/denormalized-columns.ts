import type { DuckDBConnection } from '@duckdb/node-api'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { columnList, textLiteral } from '../ddl.ts'
import { type Apply, rowsChanged, staging } from './apply.ts'
import { deletedTable } from './deletion-reconciliation.ts'
import { costOfGoods, productCost, refreshOrderCosts } from './line-costs.ts'
import { PART_OF, refreshRollups, type Stale } from './rollups.ts'

interface Denormalized {
  /** table whose rows repeat the columns, `o`, and its columns that name a row of the base table, `c`, which may be missing */
  readonly table: CanonicalTable
  readonly service: string
  readonly key: string
  /** SQL of each column */
  readonly columns: Readonly<Record<string, string>>
  /** of further columns that a row takes from a base row which comes later */
  readonly late?: Readonly<Record<string, string>>
  /** of the sums that use these columns */
  readonly part: keyof Stale['parts']
}

/** Columns that rows repeat from the row of another table that they belong to, by that table. */
const LATE_COST = `coalesce(o.product_cost, ${productCost('o.currency')})`

const DENORMALIZED = {
  customers: {
    table: 'orders',
    service: 'customer_service_id',
    key: 'customer_id',
    columns: {
      has_customer: '(c.source_id IS NOT NULL)',
      customer_birth: 'c.birth',
      customer_earlier_sales: `CASE WHEN c.source_id IS NULL THEN NULL
        WHEN c.currency IS NULL OR c.currency = o.currency THEN coalesce(c.lifetime_value_seed, 0) ELSE 0 END`,
    },
    part: 'customer_id',
  },
  products: {
    table: 'order_lines',
    service: 'service_id',
    key: 'product_source_id',
    columns: { has_product: '(c.source_id IS NOT NULL)' },
    late: { product_cost: LATE_COST, cost_of_goods: costOfGoods(LATE_COST) },
    part: 'day',
  },
} as const satisfies Partial<Record<CanonicalTable, Denormalized>>

export type DenormalizedTable = keyof typeof DENORMALIZED

/** Tables whose columns others repeat: they must be stored before those. */
export const DENORMALIZED_TABLES = Object.keys(DENORMALIZED) as DenormalizedTable[]

export const isDenormalizedTable = (table: CanonicalTable): table is DenormalizedTable =>
  Object.hasOwn(DENORMALIZED, table)

/** Names of the columns, as an SQL list. */
export const denormalizedNames = (of: DenormalizedTable): string => columnList(Object.keys(DENORMALIZED[of].columns))

/** Their values, over rows `o` that are joined by `joinDenormalized`. */
export const denormalizedValues = (of: DenormalizedTable): string => Object.values(DENORMALIZED[of].columns).join(', ')

export const joinDenormalized = (of: DenormalizedTable, service = `o.${DENORMALIZED[of].service}`): string =>
  `LEFT JOIN main.${of} c ON c.service_id = ${service} AND c.source_id = o.${DENORMALIZED[of].key}`

const lateColumns = (of: DenormalizedTable): Readonly<Record<string, string>> => {
  const { columns, late = {} }: Denormalized = DENORMALIZED[of]
  return { ...columns, ...late }
}

const selected = (of: DenormalizedTable): string =>
  Object.entries(lateColumns(of))
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(', ')

const taken = (of: DenormalizedTable): string =>
  Object.keys(lateColumns(of))
    .map((name) => `${name} = n.${name}`)
    .join(', ')

const differs = (of: DenormalizedTable): string =>
  Object.entries(lateColumns(of))
    .map(([name, sql]) => `o.${name} IS DISTINCT FROM ${sql}`)
    .join(' OR ')

const LATE_ROWS = 'temp.main.late_rows'

interface RepeatingRows {
  readonly of: DenormalizedTable
  /** condition on rows `o` */
  readonly where: string
}

/** Updates the repeated columns of rows; returns how many of them differed, which `late_rows` then lists. */
export const updateRepeated = async (connection: DuckDBConnection, { of, where }: RepeatingRows): Promise<number> => {
  const { table, part } = DENORMALIZED[of]
  const partOfRow = part === 'customer_id' ? 'o.customer_id' : PART_OF[part]
  await connection.run(
    `CREATE OR REPLACE TEMPORARY TABLE late_rows AS SELECT o.rowid AS row_id, ${partOfRow} AS part, ${selected(of)}
     FROM main.${table} o ${joinDenormalized(of)} WHERE ${where} AND (${differs(of)})`,
  )
  return rowsChanged(
    { connection },
    `UPDATE main.${table} o SET ${taken(of)} FROM ${LATE_ROWS} n WHERE o.rowid = n.row_id`,
  )
}

/** Updates stored rows from a table that the load has changed. */
export const updateDenormalized = async (apply: Apply, of: DenormalizedTable): Promise<void> => {
  const { connection } = apply
  const { table, service: serviceColumn, key, part } = DENORMALIZED[of]
  const given = `SELECT source_id FROM ${staging(of)} UNION ALL SELECT source_id FROM ${deletedTable(of)}`
  const where = `o.${serviceColumn} = ${textLiteral(apply.serviceId)} AND o.${key} IN (${given})`
  if ((await updateRepeated(connection, { of, where })) === 0) return
  const service = textLiteral(apply.serviceId)
  if (table === 'order_lines')
    await refreshOrderCosts(connection, { serviceId: apply.serviceId, lineRows: `SELECT row_id FROM ${LATE_ROWS}` })
  await refreshRollups(connection, { service, parts: { [part]: LATE_ROWS } })
}
