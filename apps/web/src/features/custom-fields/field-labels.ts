import type { CustomField } from '#contract/custom-fields.ts'

// Total maps, so that the compiler reports a missing entry. Importing the contract's lists would bundle its schemas.
const RECORDS: Readonly<Record<CustomField['record'], string>> = {
  orders: 'Orders',
  order_lines: 'Order lines',
  customers: 'Customers',
  products: 'Products',
}

const TYPES: Readonly<Record<CustomField['type'], string>> = {
  text: 'Text',
  number: 'Number',
  money: 'Money',
  date: 'Date',
  boolean: 'Yes or no',
}

const labelsToOptions = <Name extends string>(
  labels: Readonly<Record<Name, string>>,
): { value: Name; label: string }[] => (Object.keys(labels) as Name[]).map((value) => ({ value, label: labels[value] }))

export const RECORD_OPTIONS = labelsToOptions(RECORDS)
export const TYPE_OPTIONS = labelsToOptions(TYPES)

/** Such as `Orders, money`. */
export const describeField = ({ record, type }: Pick<CustomField, 'record' | 'type'>): string =>
  `${RECORDS[record]}, ${TYPES[type].toLowerCase()}`
