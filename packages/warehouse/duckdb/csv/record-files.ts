import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { CUSTOM_FIELD_RECORDS } from '#domain/custom-fields.ts'
import type { CsvImportPlan } from '../../staging.ts'
import { customObject } from './custom-values.ts'
import type { KindImport, KindTarget } from './kind-import.ts'
import { personKey, type RowValues, rowValues, timeBasisSql, timestampSql } from './row-values.ts'

type RowColumns = (plan: CsvImportPlan, row: RowValues) => Readonly<Record<string, string>>

const customColumn = (plan: CsvImportPlan, table: CanonicalTable): Readonly<Record<string, string>> => {
  const record = CUSTOM_FIELD_RECORDS.find((name) => name === table)
  const custom = record === undefined ? null : customObject(plan, record)
  return custom === null ? {} : { custom }
}

/** A kind whose rows are records of one table; of rows with the same key the last one counts. */
const recordFile = (
  table: CanonicalTable,
  columns: RowColumns,
  alsoTargets: readonly KindTarget[] = [],
  /** columns that the table doesn’t have */
  only: readonly string[] = [],
): KindImport => ({
  rowColumns: (plan) => ({ line: 'line', ...columns(plan, rowValues(plan)), ...customColumn(plan, table) }),
  prepare: () => [],
  faults: () => [],
  targets: () => [
    {
      table,
      rows: `SELECT * EXCLUDE (${['line', 'is_bad', ...only].join(', ')}) FROM csv_rows
        QUALIFY row_number() OVER (PARTITION BY source_id ORDER BY line DESC) = 1`,
    },
    ...alsoTargets,
  ],
})

const amount = (row: RowValues, name: string): string =>
  row.has(name) ? row.minor(`"${name}"`) : 'CAST(NULL AS BIGINT)'

const quantity = (row: RowValues, name: string): string => `CAST(${row.value(name)} AS DECIMAL(18,3))`

const code = (row: RowValues, name: string): string => (row.has(name) ? `"${name}"` : 'CAST(NULL AS VARCHAR)')

export const CUSTOMERS_IMPORT = recordFile('customers', (plan, row) => {
  const since = timestampSql(plan, { date: 'customerSince' })
  const fullName = `nullif(concat_ws(' ', ${row.raw('firstName')}, ${row.raw('lastName')}), '')`
  return {
    source_id: personKey('"customerId"'),
    name: `coalesce(${row.raw('name')}, ${fullName})`,
    email: row.raw('email'),
    city: row.raw('city'),
    state: row.raw('state'),
    country: row.raw('country'),
    postal_code: row.raw('postalCode'),
    customer_group: row.raw('customerGroup'),
    birth: `CAST(${row.value('birthDate')} AS DATE)`,
    since_utc: since.utc,
    since_local: since.local,
    lifetime_value_seed: amount(row, 'lifetimeValueSeed'),
    currency: row.currency,
    time_basis: timeBasisSql(since.utc),
  }
})

export const PRODUCTS_IMPORT = recordFile(
  'products',
  (_plan, row) => ({
    source_id: '"sku"',
    sku: '"sku"',
    title: '"productTitle"',
    category: row.raw('category'),
    brand: row.raw('brand'),
    vintage: row.raw('vintage'),
    varietal: row.raw('varietal'),
    item_kind: row.code('itemKind', 'wine'),
    item_kind_raw: row.raw('itemKind'),
    price: amount(row, 'price'),
    cost: amount(row, 'cost'),
    currency: row.currency,
    time_basis: "'local'",
  }),
  [],
  ['item_kind_raw'],
)

export const INVENTORY_IMPORT = recordFile('inventory', (_plan, row) => {
  const held = ['reserved', 'allocated'].map((name) => `coalesce(${quantity(row, name)}, 0)`).join(' - ')
  return {
    source_id: `"sku" || chr(31) || coalesce(${row.raw('location')}, '')`,
    sku: '"sku"',
    product_title: row.raw('productTitle'),
    location: row.raw('location'),
    on_hand: '"onHand"',
    reserved: quantity(row, 'reserved'),
    allocated: quantity(row, 'allocated'),
    available: `coalesce(${quantity(row, 'available')}, "onHand" - ${held})`,
    time_basis: "'local'",
  }
})

/** A row has one time basis, so its timestamps use the zone of the first one. */
export const MEMBERSHIPS_IMPORT = recordFile(
  'memberships',
  (plan, row) => {
    const signup = timestampSql(plan, { date: 'signupDate' })
    const cancelled = timestampSql(plan, { date: 'cancelledDate' })
    const byDate = row.has('cancelledDate')
      ? `CASE WHEN "cancelledDate" IS NULL THEN 'active' ELSE 'cancelled' END`
      : `'active'`
    return {
      source_id: '"membershipId"',
      club_source_id: '"clubName"',
      club_name: '"clubName"',
      customer_source_id: personKey(row.raw('customerId')),
      customer_name: row.raw('customerName'),
      status: `coalesce(${code(row, 'status')}, ${byDate})`,
      status_raw: row.raw('status'),
      signup_utc: signup.utc,
      signup_local: signup.local,
      cancelled_utc: cancelled.utc,
      cancelled_local: cancelled.local,
      cancellation_reason: row.raw('cancellationReason'),
      acquisition_channel: row.raw('acquisitionChannel'),
      team_member: row.raw('teamMember'),
      delivery_method: code(row, 'deliveryMethod'),
      time_basis: timeBasisSql(signup.utc),
    }
  },
  [
    {
      table: 'clubs',
      rows: "SELECT DISTINCT club_source_id AS source_id, club_name AS name, 'local' AS time_basis FROM csv_rows",
    },
  ],
)

export const RESERVATIONS_IMPORT = recordFile('reservations', (plan, row) => {
  const reserved = timestampSql(plan, { date: 'reservationDate', time: 'reservationTime' })
  return {
    source_id: '"reservationId"',
    reserved_utc: reserved.utc,
    reserved_local: reserved.local,
    experience: row.raw('experience'),
    status: row.code('status', 'reserved'),
    status_raw: row.raw('status'),
    channel: code(row, 'channel'),
    guests: 'CAST("guests" AS INTEGER)',
    trade_guests: `CAST(${row.value('tradeGuests')} AS INTEGER)`,
    customer_source_id: personKey(row.raw('customerId')),
    team_member: row.raw('teamMember'),
    order_source_id: row.raw('orderId'),
    time_basis: timeBasisSql(reserved.utc),
  }
})
