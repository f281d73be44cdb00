import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'
import { generateSampleWinery, type SampleOptions } from './sample-winery.ts'

export type SampleRows = { readonly [T in CanonicalTable]: CanonicalRecord<T>[] }

/** All rows of a sample winery by table, for tests that compute expected values themselves. */
export const sampleRows = (options: SampleOptions): SampleRows => {
  const chunks = [...generateSampleWinery(options)]
  const rowsOf = (table: CanonicalTable) => chunks.flatMap((chunk) => (chunk.table === table ? chunk.rows : []))
  return Object.fromEntries(CANONICAL_TABLE_NAMES.map((table) => [table, rowsOf(table)])) as unknown as SampleRows
}

/** The local day of a wall-clock timestamp. */
export const toLocalDay = (timestamp: string | number | null): string => String(timestamp).slice(0, 10)

export const netAmount = ({ subtotal, discount }: CanonicalRecord<'orders'>): number => subtotal - discount

/** Whether `orderCount` counts an order. */
export const isCounted = (order: CanonicalRecord<'orders'>): boolean =>
  order.payment_status === 'paid' && !order.is_refund && netAmount(order) > 0
