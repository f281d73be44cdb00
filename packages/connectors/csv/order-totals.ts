import { TAX_PLACES, type TaxPlace, type TotalEvidence } from '#domain/order-totals.ts'
import type { FileProblem } from './file-problem.ts'
import { type FileKindName, fullMapping, type Mapping } from './mapping.ts'

const TOTAL_FIELDS: Partial<Record<FileKindName, string>> = { orders: 'total', order_lines: 'orderTotal' }

interface MappedOrders {
  readonly kind: FileKindName
  readonly mapping: Mapping
}

const columnOf = ({ mapping }: MappedOrders, name: string): string | null => {
  const given = mapping[name]
  return given === undefined ? null : fullMapping(given).column
}

const totalColumn = (orders: MappedOrders): string | null => {
  const field = TOTAL_FIELDS[orders.kind]
  return field === undefined ? null : columnOf(orders, field)
}

/** Whether the orders of a file have a total that their other amounts must come to. */
export const hasTotals = (orders: MappedOrders): boolean => {
  const isNetOfTotal = orders.kind === 'orders' && !columnOf(orders, 'netAmount') && !columnOf(orders, 'subtotal')
  return columnOf(orders, 'tax') !== null && totalColumn(orders) !== null && !isNetOfTotal
}

/** Where the tax stands as the mapping's format of the tax says; null: it doesn’t say. */
export const statedTaxPlace = ({ mapping: { tax } }: MappedOrders): TaxPlace | null => {
  const format = tax === undefined ? null : fullMapping(tax).format
  return TAX_PLACES.find((place) => place === format) ?? null
}

const ordersAre = (count: number, one: string, several: string): string =>
  count === 1 ? `1 order ${one}` : `${count.toLocaleString('en-US')} orders ${several}`

/** So many times the orders that come to their total with their tax are too few to tell what the total is. */
const FEW = 9

/** What the file’s own arithmetic says: a question where it can’t tell, and sentences about what was found. */
export const checkTotals = (
  orders: MappedOrders,
  { added, inside, off, firstInside, firstOff }: TotalEvidence,
): { readonly problem: FileProblem | null; readonly notes: readonly string[] } => {
  const [total, tax] = [totalColumn(orders) ?? 'total', columnOf(orders, 'tax') ?? 'tax']
  const stated = statedTaxPlace(orders)
  if (stated === null && inside > FEW * added) {
    const message = `Choose whether the prices include tax: ${ordersAre(inside, 'comes', 'come')} to ${total} without ${tax}, and ${added === 0 ? 'none comes' : ordersAre(added, 'comes', 'come')} to it with ${tax}`
    return { problem: { line: firstInside, column: tax, value: null, message }, notes: [] }
  }
  const isOff = off > 0 && (stated === null || stated === 'total')
  return {
    problem: null,
    notes: [
      ...(inside > 0 && stated !== 'added'
        ? [`${ordersAre(inside, 'comes', 'come')} to ${total} without ${tax}, so that ${tax} is taken out of net sales`]
        : []),
      ...(isOff
        ? [`The amounts of ${ordersAre(off, 'don’t come', 'don’t come')} to ${total}, first in line ${firstOff}`]
        : []),
    ],
  }
}
