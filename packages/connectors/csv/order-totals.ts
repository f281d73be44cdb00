import { TAX_PLACES, type TaxPlace, type TotalEvidence } from '#domain/order-totals.ts'
import { countOf } from '#domain/text.ts'
import { ask, type FileProblem } from './file-problem.ts'
import { type FileKindName, fullMapping, type Mapping } from './mapping.ts'

const TOTAL_FIELDS: Partial<Record<FileKindName, string>> = { orders: 'total', order_lines: 'orderTotal' }

interface MappedOrders {
  /** columns that fill no field and may be a part of the total */
  readonly unmapped?: readonly string[]
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

/** Whether the orders of a file have a total that their other amounts must come to: not where the net amount is made of it. */
export const hasTotals = (orders: MappedOrders): boolean => {
  const isNetOfTotal = orders.kind === 'orders' && !columnOf(orders, 'netAmount') && !columnOf(orders, 'subtotal')
  return totalColumn(orders) !== null && !isNetOfTotal
}

/** Where the tax stands as the mapping's format of the tax says; null: it doesn’t say. */
export const statedTaxPlace = ({ mapping: { tax } }: MappedOrders): TaxPlace | null => {
  const format = tax === undefined ? null : fullMapping(tax).format
  return TAX_PLACES.find((place) => place === format) ?? null
}

const ordersMatch = (count: number): string => `${countOf(count, 'order')} ${count === 1 ? 'matches' : 'match'}`

/** Orders that come to their total without the tax must be less than nine of ten, for the others to show that it is part of the total. */
const FEW = 9

/** What the file’s own arithmetic says: a question where it can’t tell, and sentences about what was found. */
export const checkTotals = (
  orders: MappedOrders,
  { orders: count, added, inside, off, steadyCharge, firstInside, firstOff }: TotalEvidence,
): { readonly problem: FileProblem | null; readonly notes: readonly string[] } => {
  const [total, tax] = [totalColumn(orders) ?? 'total', columnOf(orders, 'tax') ?? 'tax']
  const stated = statedTaxPlace(orders)
  if (stated === null && inside > FEW * added) {
    const message = `Do prices include tax? ${ordersMatch(inside)} ${total} only if ${tax} is already included`
    return { problem: { ...ask(tax, null, message, firstInside), field: 'tax', answers: TAX_PLACES }, notes: [] }
  }
  const hasCharges = ['tax', 'shipping', 'tip'].some((name) => columnOf(orders, name) !== null)
  const isAsked = stated === null && (hasCharges || (orders.unmapped?.length ?? 0) > 0)
  if (isAsked && off * 2 > count) {
    const missing = orders.unmapped?.slice(0, 3).join(', ') || 'the missing columns'
    const message = `The amounts of ${countOf(off, 'order')} don’t add up to ${total}. Map ${missing}, or don’t map ${total}`
    const field = TOTAL_FIELDS[orders.kind]
    return { problem: { line: firstOff, column: total, value: null, message, ...(field && { field }) }, notes: [] }
  }
  const steady = steadyCharge === null ? null : columnOf(orders, steadyCharge)
  if (stated === null && steady !== null) {
    const message = `Which column is the tax? ${steady} is a steady percentage of most orders, like a tax; ${tax} isn’t`
    return { problem: { ...ask(tax, null, message), field: 'tax' }, notes: [] }
  }
  const isOff = off > 0 && (stated === null || stated === 'total')
  return {
    problem: null,
    notes: [
      ...(inside > 0 && stated !== 'added'
        ? [`${ordersMatch(inside)} ${total} only with ${tax} included, so ${tax} is subtracted from net sales`]
        : []),
      ...(isOff
        ? [`The amounts of ${countOf(off, 'order')} don’t add up to ${total}, starting in line ${firstOff}`]
        : []),
    ],
  }
}
