import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { Dialect } from '../catalog/dialect.ts'
import { type Definitions, netSales } from '../definitions/definitions.ts'

/** A table's rows with some of its columns replaced. */
interface Reading {
  /** SQL of each replaced column, over row `t` */
  readonly columns: Readonly<Record<string, string>>
  /** joins to `t`, of at most one row each */
  readonly joins: string
}

const AS_STORED: Reading = { columns: {}, joins: '' }

const readNetSales = ({ netSales: option }: Definitions): Reading => {
  const { adds } = netSales.options[option]
  if (adds.length === 0) return AS_STORED
  const added = adds.map((name) => `t.${name}`).join(' + ')
  return {
    columns: { net_sales: `t.net_sales + CASE WHEN t.payment_status = 'paid' THEN ${added} ELSE 0 END` },
    joins: '',
  }
}

/** `order`: column of the table that holds the id of the order. */
const readRefundDate = (dialect: Dialect, { refundDate }: Definitions, order: string): Reading => {
  if (refundDate === 'refund') return AS_STORED
  const orders = dialect.table('orders')
  // filtered to refunds first: a full self-join of orders would slow down every query
  const taken = `(SELECT r.service_id AS service_id, r.source_id AS source_id, o.ordered_utc AS taken_utc, o.ordered_local AS taken_local FROM ${orders} AS r INNER JOIN ${orders} AS o ON o.service_id = r.service_id AND o.source_id = r.refund_of_source_id WHERE r.is_refund)`
  return {
    columns: {
      ordered_utc: 'COALESCE(w.taken_utc, t.ordered_utc)',
      ordered_local: 'COALESCE(w.taken_local, t.ordered_local)',
    },
    joins: ` LEFT JOIN ${taken} AS w ON w.service_id = t.service_id AND w.source_id = t.${order}`,
  }
}

const mergeReadings = (...readings: readonly Reading[]): Reading => ({
  columns: Object.assign({}, ...readings.map(({ columns }) => columns)),
  joins: readings.map(({ joins }) => joins).join(''),
})

type Read = (dialect: Dialect, definitions: Definitions) => Reading

const READINGS: Readonly<Partial<Record<CanonicalTable, Read>>> = {
  orders: (dialect, definitions) =>
    mergeReadings(readNetSales(definitions), readRefundDate(dialect, definitions, 'source_id')),
  order_lines: (dialect, definitions) => readRefundDate(dialect, definitions, 'order_source_id'),
}

const readings: ReadonlyMap<string, Read> = new Map(Object.entries(READINGS))

/** A person is one customer: the record that stands for all with the same email. */
const onePerPerson = 't.customer_service_id = t.service_id AND t.customer_id = t.source_id'

/** The account's rows of a table under its definitions; the table itself where they change nothing. */
export const definedTable = (name: string, dialect: Dialect, definitions: Definitions): string => {
  if (name === 'customers') return `(SELECT * FROM ${dialect.table(name)} AS t WHERE ${onePerPerson})`
  const reading = readings.get(name)?.(dialect, definitions) ?? AS_STORED
  const changed = Object.entries(reading.columns)
  if (changed.length === 0) return dialect.table(name)
  return `(SELECT ${dialect.replaceColumns('t', changed)} FROM ${dialect.table(name)} AS t${reading.joins})`
}
