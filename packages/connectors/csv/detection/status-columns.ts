import { ANY_VALUE } from '#domain/field-source.ts'
import { type CodeTable, ORDER_TYPE_CODES, PAYMENT_STATUS_CODES } from '../codes.ts'
import { columnsOf, type FieldMapping, type FileKindName, type Mapping } from '../mapping.ts'
import { headerKey } from '../target-field.ts'
import type { FileHead } from './column-profile.ts'
import type { Profiles } from './propose-mapping.ts'

const keys = (names: string): readonly string[] => names.split(',').map(headerKey)

/** Names that say only that a column has a status or a type: its values tell of what. */
const STATUS = keys('order status, sale status, transaction status, status, state, estado, statut, stato, zustand')
const TYPES = keys('transaction type, sale type, document type, doc type, record type, type, tipo, typ')
const CANCELED = keys(
  'cancelled at, canceled at, cancelled on, canceled on, date cancelled, date canceled, cancelled date, canceled date, voided at, voided, void, is void, is voided, cancelled, canceled, is cancelled, is canceled, test order, is test, test',
)

/** Whether a column is called a status without saying of what. */
export const isGeneralStatus = (column: string): boolean => STATUS.includes(headerKey(column))

const NO = ['no', 'n', 'false', 'f', '0']
/** What stands for no date. */
const NEVER = ['-', '–', '—', 'none', 'null', 'n/a', 'never', '0000-00-00', '0000-00-00 00:00:00']
const YES = ['yes', 'y', 'true', 't', '1', 'x']

const valuesOf = (file: FileHead, column: string): ReadonlySet<string> => {
  const index = file.columns.indexOf(column)
  return new Set(file.sample.flatMap((row) => row[index]?.trim().toLowerCase() || []))
}

/** The share of a column’s different values that are known codes. */
const knownShare = (file: FileHead, column: string, codes: CodeTable): number => {
  const values = [...valuesOf(file, column)]
  return values.filter((value) => Object.hasOwn(codes, value)).length / Math.max(values.length, 1)
}

/** A column of types has sales among others, and nothing else; `Credit` is a way of payment too. */
const isOrderType = (file: FileHead, column: string): boolean => {
  const codes = [...valuesOf(file, column)].map((value) => (value === 'credit' ? undefined : ORDER_TYPE_CODES[value]))
  return codes.includes('regular') && !codes.includes(undefined)
}

/** How a column of marks or dates says which orders were canceled, or never real; undefined: it holds something else. */
const canceledWhere = (file: FileHead, column: string, profiles: Profiles): FieldMapping | undefined => {
  const values = [...valuesOf(file, column)]
  const flags = [...YES.map((value) => [value, 'cancelled']), ...NO.map((value) => [value, 'paid'])]
  if (values.length > 0 && values.every((value) => NO.includes(value) || YES.includes(value)))
    return { column, values: Object.fromEntries(flags), default: 'paid' }
  const isDated = ['date', 'dateTime', 'empty'].includes(profiles.get(column)?.shape ?? '')
  const never = Object.fromEntries([...NO, ...NEVER].map((value) => [value, 'paid']))
  return isDated ? { column, values: { ...never, [ANY_VALUE]: 'cancelled' }, default: 'paid' } : undefined
}

/** A mapping of orders with the columns whose values say what their names leave open: which orders count, and which are refunds. */
export const withStatusColumns = (
  file: FileHead,
  kind: FileKindName,
  mapping: Mapping,
  profiles: Profiles,
): Mapping => {
  const taken = new Set(Object.values(mapping).flatMap(columnsOf))
  const named = (names: readonly string[]): string[] =>
    names.flatMap((name) => file.columns.find((column) => headerKey(column) === name && !taken.has(column)) ?? [])
  const orderType = mapping.orderType ?? named(TYPES).find((column) => isOrderType(file, column))
  const paymentStatus =
    mapping.paymentStatus ??
    named(STATUS).find((column) => knownShare(file, column, PAYMENT_STATUS_CODES) >= 0.5) ??
    // Of an order's lines the first says whether it is paid, and single lines are voided.
    (kind === 'orders' ? named(CANCELED) : []).flatMap((column) => canceledWhere(file, column, profiles) ?? [])[0]
  return { ...mapping, ...(orderType ? { orderType } : {}), ...(paymentStatus ? { paymentStatus } : {}) }
}
