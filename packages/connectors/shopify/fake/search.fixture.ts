import { QueryRefused } from './execute.fixture.ts'
import type { OrderSeed } from './seeds.fixture.ts'

/** Fields that a search can filter by. */
export interface Searched {
  readonly updated_at: number
  readonly processed_at: number
  readonly financial_status: string
}

const TERM = /([a-z_]+):(>=|<)?(?:'([^']*)'|([^\s()']+))/g

const matches = (record: Searched, field: string, compare: string | undefined, value: string): boolean => {
  if (field === 'financial_status') return record.financial_status.toLowerCase() === value
  if (field !== 'updated_at' && field !== 'processed_at') {
    throw new QueryRefused('BAD_REQUEST', `Invalid search field for this query: ${field}`)
  }
  const at = Date.parse(value)
  return compare === '<' ? record[field] < at : record[field] >= at
}

const testOf = (text: string) => {
  const terms = [...text.matchAll(TERM)]
  return (record: Searched): boolean[] =>
    terms.map(([, field = '', compare, quoted, plain]) => matches(record, field, compare, quoted ?? plain ?? ''))
}

const ALTERNATIVES = /\(([^)]*)\)/

/** Terms that must all match; in parentheses, terms of which one must match. */
export const parseSearch = (query: unknown): ((record: Searched) => boolean) => {
  if (typeof query !== 'string' || query === '') return () => true
  const alternatives = ALTERNATIVES.exec(query)?.[1]
  const all = testOf(query.replace(ALTERNATIVES, ''))
  const any = testOf(alternatives ?? '')
  return (record) => all(record).every(Boolean) && (alternatives === undefined || any(record).some(Boolean))
}

export const searchedOrder = ({ row }: OrderSeed): Searched => ({
  updated_at: row.source_updated ?? 0,
  processed_at: Number(row.ordered),
  financial_status: row.payment_status_raw ?? '',
})
