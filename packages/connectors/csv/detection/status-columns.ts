import { ANY_VALUE } from '#domain/field-source.ts'
import { CANCELED_NAMES, STATUS_NAMES, TYPE_NAMES } from '#domain/vocabulary/header-signs.ts'
import {
  type CodeTable,
  NEVER,
  NO,
  ORDER_TYPE_CODES,
  PAYMENT_STATUS_CODES,
  YES,
} from '#domain/vocabulary/written-codes.ts'
import { columnsOf, type FieldMapping, type FileKindName, type Mapping } from '../mapping.ts'
import { headerKey, headerKeys } from '../target-field.ts'
import type { FileHead } from './column-profile.ts'
import type { Profiles } from './propose-mapping.ts'

const statusNames = headerKeys(STATUS_NAMES)

/** Whether a column is called a status without saying of what. */
export const isGeneralStatus = (column: string): boolean => statusNames.includes(headerKey(column))

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
  const orderType = mapping.orderType ?? named(headerKeys(TYPE_NAMES)).find((column) => isOrderType(file, column))
  const paymentStatus =
    mapping.paymentStatus ??
    named(statusNames).find((column) => knownShare(file, column, PAYMENT_STATUS_CODES) >= 0.5) ??
    // Of an order's lines the first says whether it is paid, and single lines are voided.
    (kind === 'orders' ? named(headerKeys(CANCELED_NAMES)) : []).flatMap(
      (column) => canceledWhere(file, column, profiles) ?? [],
    )[0]
  return { ...mapping, ...(orderType ? { orderType } : {}), ...(paymentStatus ? { paymentStatus } : {}) }
}
