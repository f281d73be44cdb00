import type { CsvImportPlan } from '../../staging.ts'
import type { KindTarget, StoredRows } from './kind-import.ts'
import { selectList, timeBasisSql } from './row-values.ts'

/** Separates visits of orders from reservations of another file, whose IDs may be the same. */
const KEY = "'order:' || order_id"

/**
 * A visit for each paid sale with guests. An order that no longer has guests keeps its row and cancels it: files of orders
 * replace rows, and remove none.
 * @param relation a table with a row an order
 */
export const visitTargets = (
  plan: CsvImportPlan,
  { relation, isPaidSale }: { readonly relation: string; readonly isPaidSale: string },
  stored: StoredRows,
): KindTarget[] => {
  if (plan.fields.guests === undefined) return []
  const isVisit = `coalesce(guests, 0) > 0 AND ${isPaidSale}`
  const columns = selectList({
    source_id: KEY,
    reserved_utc: 'ordered_utc',
    reserved_local: 'ordered_local',
    status: `CASE WHEN ${isVisit} THEN 'closed_out' ELSE 'cancelled' END`,
    channel: 'channel',
    guests: 'greatest(coalesce(guests, 0), 0)',
    customer_source_id: 'customer_source_id',
    team_member: 'team_member',
    order_source_id: 'order_id',
    time_basis: timeBasisSql('ordered_utc'),
  })
  return [
    {
      table: 'reservations',
      rows: `SELECT ${columns} FROM ${relation}
        WHERE (${isVisit}) OR ${KEY} IN (SELECT source_id FROM ${stored('reservations')})`,
    },
  ]
}
