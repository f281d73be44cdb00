import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { columnList, textLiteral } from '../ddl.ts'
import { type Apply, countRows, staging, stored } from './apply.ts'
import { deletedTable } from './deletion-reconciliation.ts'
import { costOfGoods, productCost, refreshOrderCosts } from './line-costs.ts'
import { PART_OF, refreshRollups, type Stale } from './rollups.ts'

interface Denormalized {
  /** table whose rows repeat the columns, `o`, and its column that names a row of the base table, `c`, which may be missing */
  readonly table: CanonicalTable
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
    key: 'customer_source_id',
    columns: {
      has_customer: '(c.source_id IS NOT NULL)',
      customer_birth: 'c.birth',
      customer_earlier_sales: `CASE WHEN c.source_id IS NULL THEN NULL
        WHEN c.currency IS NULL OR c.currency = o.currency THEN coalesce(c.lifetime_value_seed, 0) ELSE 0 END`,
    },
    part: 'customer_source_id',
  },
  products: {
    table: 'order_lines',
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

export const joinDenormalized = (apply: Pick<Apply, 'serviceId'>, of: DenormalizedTable): string =>
  `LEFT JOIN ${stored(apply, of)} c ON c.source_id = o.${DENORMALIZED[of].key}`

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

/** Rows whose repeated columns differ from the row that they belong to. */
const lateRows = (apply: Apply, of: DenormalizedTable): string => {
  const { table, key, part } = DENORMALIZED[of]
  const given = `SELECT source_id FROM ${staging(of)} UNION ALL SELECT source_id FROM ${deletedTable(of)}`
  const isAsked = apply.mode === 'replace' ? 'true' : `o.${key} IN (${given})`
  return `SELECT o.rowid AS row_id, ${PART_OF[part]} AS part, ${selected(of)}
    FROM main.${table} o ${joinDenormalized(apply, of)}
    WHERE o.service_id = ${textLiteral(apply.serviceId)} AND ${isAsked} AND (${differs(of)})`
}

/** Updates stored rows from a table that the load has changed. */
export const updateDenormalized = async (apply: Apply, of: DenormalizedTable): Promise<void> => {
  const { connection } = apply
  const { table, part } = DENORMALIZED[of]
  await connection.run(`CREATE OR REPLACE TEMPORARY TABLE late_rows AS ${lateRows(apply, of)}`)
  if ((await countRows(apply, LATE_ROWS)) === 0) return
  const service = textLiteral(apply.serviceId)
  await connection.run(`UPDATE main.${table} o SET ${taken(of)} FROM ${LATE_ROWS} n WHERE o.rowid = n.row_id`)
  if (table === 'order_lines')
    await refreshOrderCosts(connection, { serviceId: apply.serviceId, lineRows: `SELECT row_id FROM ${LATE_ROWS}` })
  await refreshRollups(connection, { service, parts: { [part]: LATE_ROWS } })
}
