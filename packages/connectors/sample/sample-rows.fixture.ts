import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { generateSampleWinery, type SampleOptions } from './sample-winery.ts'
import type { SampleChunk } from './sink.ts'

export type SampleRows = { readonly [T in CanonicalTable]: CanonicalRecord<T>[] }

const isOf = <T extends CanonicalTable>(chunk: SampleChunk, table: T): chunk is SampleChunk<T> => chunk.table === table

const collectRows = <T extends CanonicalTable>(chunks: readonly SampleChunk[], table: T): CanonicalRecord<T>[] =>
  chunks.flatMap((chunk) => (isOf(chunk, table) ? chunk.rows : []))

/** All rows of a sample winery by table, for tests that compute expected values themselves. */
export const sampleRows = (options: SampleOptions): SampleRows => {
  const chunks = [...generateSampleWinery(options)]
  return {
    orders: collectRows(chunks, 'orders'),
    order_lines: collectRows(chunks, 'order_lines'),
    customers: collectRows(chunks, 'customers'),
    products: collectRows(chunks, 'products'),
    inventory: collectRows(chunks, 'inventory'),
    clubs: collectRows(chunks, 'clubs'),
    memberships: collectRows(chunks, 'memberships'),
    membership_holds: collectRows(chunks, 'membership_holds'),
    club_releases: collectRows(chunks, 'club_releases'),
    release_members: collectRows(chunks, 'release_members'),
    reservations: collectRows(chunks, 'reservations'),
    team_members: collectRows(chunks, 'team_members'),
    campaigns: collectRows(chunks, 'campaigns'),
  }
}

/** The local day of a wall-clock timestamp. */
export const toLocalDay = (timestamp: string | number | null): string => String(timestamp).slice(0, 10)

export const netAmount = ({ subtotal, discount }: CanonicalRecord<'orders'>): number => subtotal - discount

/** Whether `orderCount` counts an order. */
export const isCounted = (order: CanonicalRecord<'orders'>): boolean =>
  order.payment_status === 'paid' && !order.is_refund && netAmount(order) > 0
