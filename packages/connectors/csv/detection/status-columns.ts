import { ANY_VALUE } from '#domain/field-source.ts'
import { type CodeTable, ORDER_TYPE_CODES, PAYMENT_STATUS_CODES } from '../codes.ts'
import { type FieldMapping, fullMapping, type Mapping } from '../mapping.ts'
import { headerKey } from '../target-field.ts'
import type { FileHead } from './column-profile.ts'

const keys = (names: string): readonly string[] => names.split(',').map(headerKey)

/** Names that say only that a column has a status or a type: its values tell of what. */
const STATUS = keys('order status, sale status, transaction status, status, state, estado, statut, stato, zustand')
const TYPES = keys('transaction type, sale type, document type, doc type, record type, type, tipo, typ')
const CANCELED = keys(
  'cancelled at, canceled at, cancelled on, canceled on, date cancelled, date canceled, cancelled date, canceled date, voided at, voided, void, is void, is voided, cancelled, canceled, is cancelled, is canceled, test order, is test, test',
)

const NO = ['no', 'n', 'false', 'f', '0']
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

/** Orders with a mark in such a column were canceled, or never real; all others were paid. */
const canceledWhere = (file: FileHead, column: string): FieldMapping => {
  const isFlag = [...valuesOf(file, column)].every((value) => NO.includes(value) || YES.includes(value))
  const flags = [...YES.map((value) => [value, 'cancelled']), ...NO.map((value) => [value, 'paid'])]
  return { column, values: isFlag ? Object.fromEntries(flags) : { [ANY_VALUE]: 'cancelled' }, default: 'paid' }
}

/** A mapping of orders with the columns whose values say what their names leave open: which orders count, and which are refunds. */
export const withStatusColumns = (file: FileHead, mapping: Mapping): Mapping => {
  const taken = new Set(Object.values(mapping).flatMap((given) => fullMapping(given).column ?? []))
  const find = (names: readonly string[], accepts: (column: string) => boolean): string | undefined =>
    names
      .flatMap((name) => file.columns.find((column) => headerKey(column) === name && !taken.has(column)) ?? [])
      .find(accepts)
  const orderType = mapping.orderType ?? find(TYPES, (column) => knownShare(file, column, ORDER_TYPE_CODES) === 1)
  const status =
    mapping.paymentStatus ?? find(STATUS, (column) => knownShare(file, column, PAYMENT_STATUS_CODES) >= 0.5)
  const canceled = status === undefined ? find(CANCELED, () => true) : undefined
  const paymentStatus = canceled === undefined ? status : canceledWhere(file, canceled)
  return { ...mapping, ...(orderType ? { orderType } : {}), ...(paymentStatus ? { paymentStatus } : {}) }
}
