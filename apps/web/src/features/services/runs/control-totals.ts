import type { Run } from '#contract/runs.ts'
import { lookupTable } from '#domain/lookup-table.ts'

export type Totals = NonNullable<Run['controlTotals']>
type ExpectedTotals = NonNullable<Run['expected']>

type TotalType = 'integer' | 'currency' | 'day'

/** A figure of a file compared with the same figure of the store and of the other system. */
export interface ComparedTotal {
  readonly label: string
  readonly type: TotalType
  readonly file: number | string | null
  readonly stored: number | string | null
  readonly expected: number | null
}

/** Money of the account's currency; orders in others are counted, but their money cannot be added. */
const moneyOf = ({ currencies }: Totals, currency: string) => currencies.find((money) => money.currency === currency)

const COUNTED = ['orders', 'refunds', 'open', 'canceled'] as const

/** Orders of all currencies. `empty`: paid, without net sales, such as a free sample. */
const sumTotals = (totals: Totals | null, field: (typeof COUNTED)[number] | 'empty'): number | null => {
  if (totals === null) return null
  const sum = (one: (typeof COUNTED)[number]) => totals.currencies.reduce((all, money) => all + money[one], 0)
  if (field !== 'empty') return sum(field)
  return COUNTED.reduce((rest, one) => rest - sum(one), totals.rows.orders ?? 0)
}

const moneyTotal = (totals: Totals | null, field: 'netSales' | 'total', currency: string): number | null =>
  totals && (moneyOf(totals, currency)?.[field] ?? 0)

/** Orders of all currencies, and money of the account's, as a run's source gave them; null: it gave no orders. */
export const orderTotals = (totals: Totals, currency: string) =>
  totals.rows.orders === undefined
    ? null
    : {
        orders: sumTotals(totals, 'orders') ?? 0,
        refunds: sumTotals(totals, 'refunds') ?? 0,
        netSales: moneyTotal(totals, 'netSales', currency) ?? 0,
        total: moneyTotal(totals, 'total', currency) ?? 0,
      }

const ROWS_ALSO: readonly string[] = ['customers', 'products', 'inventory', 'memberships', 'reservations']

const TABLE_LABELS: Readonly<Record<string, string>> = lookupTable({
  customers: 'Customers',
  products: 'Products',
  inventory: 'Inventory rows',
  memberships: 'Memberships',
  reservations: 'Reservations',
})

interface Compared {
  readonly file: Totals
  readonly stored: Totals | null
  readonly expected: ExpectedTotals | null
  readonly currency: string
}

/** The figures of a file of orders, or the rows of any other file. */
export const compareTotals = ({ file, stored, expected, currency }: Compared): ComparedTotal[] => {
  const counts = ROWS_ALSO.flatMap((table): ComparedTotal[] => {
    const rows = file.rows[table]
    if (rows === undefined) return []
    return [
      {
        label: TABLE_LABELS[table] ?? table,
        type: 'integer',
        file: rows,
        stored: stored && (stored.rows[table] ?? 0),
        expected: null,
      },
    ]
  })
  if (file.rows.orders === undefined) return counts
  const count = (label: string, field: Parameters<typeof sumTotals>[1]): ComparedTotal => ({
    label,
    type: 'integer',
    file: sumTotals(file, field),
    stored: sumTotals(stored, field),
    expected: field === 'orders' ? (expected?.orders ?? null) : null,
  })
  const money = (label: string, field: 'netSales' | 'total'): ComparedTotal => ({
    label,
    type: 'currency',
    file: moneyTotal(file, field, currency),
    stored: moneyTotal(stored, field, currency),
    expected: expected?.[field] ?? null,
  })
  const days: ComparedTotal[] = [
    { label: 'First order', type: 'day', file: file.firstDay, stored: stored?.firstDay ?? null, expected: null },
    { label: 'Last order', type: 'day', file: file.lastDay, stored: stored?.lastDay ?? null, expected: null },
  ]
  const rare = [
    count('Refunds', 'refunds'),
    count('Unpaid orders', 'open'),
    count('Canceled orders', 'canceled'),
    count('Orders without net sales', 'empty'),
  ]
  return [
    ...days,
    count('Orders', 'orders'),
    ...rare.filter(({ file: rows }) => rows !== 0),
    money('Net sales', 'netSales'),
    money('Total paid', 'total'),
    ...counts,
  ]
}

const isSame = (one: number | string | null, other: number | string | null): boolean =>
  typeof one === 'number' && typeof other === 'number' ? Math.abs(one - other) < 0.005 : one === other

/** Whether a figure of the store, or of the other system, is another one than the file's. */
export const differs = ({ file, stored, expected }: ComparedTotal): boolean =>
  (stored !== null && !isSame(file, stored)) || (expected !== null && !isSame(file, expected))
