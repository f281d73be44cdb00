import {
  type CustomField,
  type CustomFieldRecord,
  type CustomFieldType,
  isCustomFieldKey,
} from '#domain/custom-fields.ts'
import type { CsvImportPlan } from '../../staging.ts'
import { type RowValues, rowValues } from './row-values.ts'

type Field = Pick<CustomField, 'key' | 'record' | 'type'>

/** Fields of a record in the order of their keys, so that the same values always make the same text. */
const recordFields = ({ customFields = [] }: CsvImportPlan, record: CustomFieldRecord): Field[] =>
  customFields.filter((field) => field.record === record).toSorted((a, b) => (a.key < b.key ? -1 : 1))

const withoutTrailingZeros = (text: string): string => `rtrim(rtrim(${text}, '0'), '.')`

/** The text of a typed value of `csv_rows`; null stays null. */
const customTextSql = (row: RowValues, { key, type }: Field): string => {
  const texts: Readonly<Record<CustomFieldType, string>> = {
    text: `"${key}"`,
    number: withoutTrailingZeros(`CAST(CAST("${key}" AS DECIMAL(24,6)) AS VARCHAR)`),
    money: `CAST(${row.minor(`"${key}"`)} AS VARCHAR)`,
    date: `CAST("${key}" AS VARCHAR)`,
    boolean: `CAST("${key}" AS VARCHAR)`,
  }
  return texts[type]
}

const objectOf = (fields: readonly Field[], text: (field: Field) => string): string | null => {
  if (fields.length === 0) return null
  // keys are literals: a text that is no key ends the import
  for (const { key } of fields) if (!isCustomFieldKey(key)) throw new Error('A custom field has an invalid key')
  return `CAST(json_object(${fields.map((field) => `'${field.key}', ${text(field)}`).join(', ')}) AS VARCHAR)`
}

/**
 * JSON of a record's fields over the typed rows of a file; null where it has none. Empty cells become null, which removes an
 * earlier value.
 */
export const customObject = (plan: CsvImportPlan, record: CustomFieldRecord): string | null => {
  const row = rowValues(plan)
  return objectOf(recordFields(plan, record), (field) => customTextSql(row, field))
}

/** Columns of `csv_rows` with the texts of a record's fields, for records that several rows have values of. */
export const customColumns = (plan: CsvImportPlan, record: CustomFieldRecord): Readonly<Record<string, string>> => {
  const row = rowValues(plan)
  return Object.fromEntries(recordFields(plan, record).map((field) => [field.key, customTextSql(row, field)]))
}

/** Names of those columns. */
export const customNames = (plan: CsvImportPlan, record: CustomFieldRecord): string[] =>
  recordFields(plan, record).map(({ key }) => key)

/** JSON over those columns of `relation`; null without fields. */
export const collectedObject = (plan: CsvImportPlan, record: CustomFieldRecord, relation?: string): string | null =>
  objectOf(recordFields(plan, record), ({ key }) => (relation === undefined ? key : `${relation}.${key}`))

/** Patch that removes what adds up: the refund of an order is not another order's worth of it. */
export const withoutSums = (plan: CsvImportPlan, record: CustomFieldRecord): string | null => {
  const added = recordFields(plan, record).filter(({ type }) => type === 'number' || type === 'money')
  return added.length === 0 ? null : `json_object(${added.map(({ key }) => `'${key}', NULL`).join(', ')})`
}
