import type { CanonicalTable } from './canonical/tables.ts'

/** Tables whose rows have the column `custom`: a JSON object of texts by the field's key. */
export const CUSTOM_FIELD_RECORDS = [
  'orders',
  'order_lines',
  'customers',
  'products',
] as const satisfies CanonicalTable[]
export type CustomFieldRecord = (typeof CUSTOM_FIELD_RECORDS)[number]

/**
 * How the text of a value is written.
 * - `number`: decimal, up to six places; `money`: whole minor units of the record's currency
 * - `date`: `YYYY-MM-DD`; `boolean`: `true` or `false`
 */
export const CUSTOM_FIELD_TYPES = ['text', 'number', 'money', 'date', 'boolean'] as const
export type CustomFieldType = (typeof CUSTOM_FIELD_TYPES)[number]

/** A field that an account keeps in addition to the standard columns. */
export interface CustomField {
  /** ID of its column in the catalog and name of its value in the rows; it never changes and is never used again */
  readonly key: string
  readonly label: string
  readonly record: CustomFieldRecord
  readonly type: CustomFieldType
}

/** Fields that an account may have at one time. */
export const MAX_CUSTOM_FIELDS = 100

const PREFIX = 'custom_'
const KEY = /^custom_[a-z0-9]{1,40}$/
const SLUG_LENGTH = 32

/** Whether a text is a key: letters and digits only, so that it needs no escaping in JSON or SQL. */
export const isCustomFieldKey = (text: string): boolean => KEY.test(text)

const slugOf = (label: string): string =>
  label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, SLUG_LENGTH)

/** A key made of the label that none of the taken ones equals. */
export const newCustomFieldKey = (label: string, taken: ReadonlySet<string>): string => {
  const base = `${PREFIX}${slugOf(label) || 'field'}`
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? base : `${base}${number}`
    if (!taken.has(key)) return key
  }
}
