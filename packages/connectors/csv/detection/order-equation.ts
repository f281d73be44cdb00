import { withoutCurrency } from '#domain/money-text.ts'
import { columnsOf, type FieldMapping, type Mapping } from '../mapping.ts'
import { styleEvidence } from '../number-style.ts'
import { headerKey } from '../target-field.ts'
import type { FileHead } from './column-profile.ts'
import type { Profiles } from './propose-mapping.ts'

/** Names of columns that are part of a charge which another column has too, in the form of `headerKey` without digits. */
const PARTS = {
  tax: /^(?:[a-z]*tax(?:es|amount)?|gst|hst|pst|qst|vat|iva|tva|mwst)$/,
  shipping: /^(?:handling|freight|delivery|postage|packaging|insurance)(?:fee|charge|cost|amount)?$/,
  tip: /^(?:auto)?(?:gratuity|gratuities|tips?)(?:amount)?$/,
} as const
const CHARGES = ['tax', 'shipping', 'tip'] as const

/** Two cents: each amount may be rounded. */
const TOLERANCE = 0.021
/** The share of rows that an equation must hold in. */
const MOST = 0.9

const givenColumns = (given: FieldMapping | undefined): readonly string[] =>
  given === undefined ? [] : columnsOf(given)

/** The sizes of a column's numbers in the sample, without their signs; null where a cell has no digits. */
export const numbersOf = (file: FileHead, column: string): (number | null)[] => {
  const index = file.columns.indexOf(column)
  const texts = file.sample.map((row) => row[index] ?? '')
  const hasComma = styleEvidence(texts).comma !== null && styleEvidence(texts).point === null
  return texts.map((text) => {
    const plain = withoutCurrency(text).replaceAll(/[^\d.,]/g, '')
    const digits = hasComma ? plain.replaceAll('.', '').replace(',', '.') : plain.replaceAll(',', '')
    return digits === '' ? null : Number(digits)
  })
}

/** What a file’s orders have for a field in each row of the sample, 0 where it has nothing. */
const amountsOf = (file: FileHead, columns: readonly string[]): number[] => {
  const numbers = columns.map((column) => numbersOf(file, column))
  return file.sample.map((_, row) => numbers.reduce((sum, one) => sum + (one[row] ?? 0), 0))
}

/** Whether the parts come to the total in most rows, of those that `isAsked` names. */
const comesTo = (
  total: readonly number[],
  parts: readonly (readonly number[])[],
  isAsked: (row: number) => boolean = () => true,
): boolean => {
  const asked = total.flatMap((amount, row) => (amount > 0 && isAsked(row) ? [row] : []))
  const isEqual = (row: number) =>
    Math.abs((total[row] ?? 0) - parts.reduce((sum, part) => sum + (part[row] ?? 0), 0)) <= TOLERANCE
  return asked.length > 0 && asked.filter(isEqual).length >= asked.length * MOST
}

/** A subtotal that comes to the total without its discount is after it, as in exports of shops. */
const withNetSubtotal = (file: FileHead, mapping: Mapping): Mapping => {
  const { subtotal, discount, total, netAmount, ...rest } = mapping
  if (!subtotal || !discount || !total || netAmount) return mapping
  const [totals, amounts, discounts] = [total, subtotal, discount].map((given) => amountsOf(file, columnsOf(given)))
  const charges = CHARGES.map((name) => amountsOf(file, givenColumns(mapping[name])))
  const isReduced = (row: number) => (discounts?.[row] ?? 0) > 0
  return comesTo(totals ?? [], [amounts ?? [], ...charges], isReduced)
    ? { ...rest, netAmount: subtotal, discount, total }
    : mapping
}

const withColumns = (given: FieldMapping | undefined, added: readonly string[]): FieldMapping => {
  const columns = [...givenColumns(given), ...added]
  return columns.length === 1 ? (columns[0] ?? '') : { columns }
}

/** Columns of numbers that fill no field. */
const freeNumbers = (file: FileHead, mapping: Mapping, profiles: Profiles): string[] => {
  const taken = new Set(Object.values(mapping).flatMap(columnsOf))
  return file.columns.filter(
    (column) => !taken.has(column) && ['decimal', 'integer'].includes(profiles.get(column)?.shape ?? ''),
  )
}

/**
 * Charges in several columns, such as two taxes, are added up where the orders then come to their totals, and didn’t before. Where no name
 * tells the net amounts, any column of numbers may be them.
 */
const withPartsOfCharges = (file: FileHead, mapping: Mapping, profiles: Profiles): Mapping => {
  if (!mapping.total) return mapping
  const free = freeNumbers(file, mapping, profiles)
  const nameOf = (column: string) => headerKey(column.replaceAll(/\(.*?\)/g, '')).replaceAll(/\d/g, '')
  const found = CHARGES.map((name) => ({ name, columns: free.filter((column) => PARTS[name].test(nameOf(column))) }))
  const added = found.flatMap(({ columns }) => columns)
  const total = amountsOf(file, columnsOf(mapping.total))
  const given = mapping.netAmount ?? mapping.subtotal
  const reduction =
    mapping.subtotal && given === mapping.subtotal
      ? amountsOf(file, givenColumns(mapping.discount)).map((amount) => -amount)
      : []
  const filled = found.filter(({ columns }) => columns.length > 0)
  const charges = CHARGES.map((name) => amountsOf(file, givenColumns(mapping[name])))
  const isWhole = (base: FieldMapping, parts: readonly string[]) =>
    comesTo(total, [amountsOf(file, columnsOf(base)), reduction, ...charges, amountsOf(file, parts)])
  for (const base of given === undefined ? free.filter((column) => !added.includes(column)) : [given]) {
    if (isWhole(base, [])) return mapping
    if (added.length > 0 && isWhole(base, added))
      return {
        ...mapping,
        ...Object.fromEntries(filled.map(({ name, columns }) => [name, withColumns(mapping[name], columns)])),
      }
  }
  return mapping
}

/** A mapping of orders with what their amounts say together: subtotal − discount + charges = total. */
export const reconciled = (file: FileHead, mapping: Mapping, profiles: Profiles): Mapping =>
  withPartsOfCharges(file, withNetSubtotal(file, mapping), profiles)
