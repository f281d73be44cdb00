import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { generateSampleWinery, type SampleOptions } from './sample-winery.ts'
import type { SampleChunk } from './sink.ts'

export type SampleRows = { readonly [T in CanonicalTable]: CanonicalRecord<T>[] }

const isOf = <T extends CanonicalTable>(chunk: SampleChunk, table: T): chunk is SampleChunk<T> => chunk.table === table

const rowsOf = <T extends CanonicalTable>(chunks: readonly SampleChunk[], table: T): CanonicalRecord<T>[] =>
  chunks.flatMap((chunk) => (isOf(chunk, table) ? chunk.rows : []))

/** All rows of a sample winery by table, for tests that compute expected values themselves. */
export const sampleRows = (options: SampleOptions): SampleRows => {
  const chunks = [...generateSampleWinery(options)]
  return {
    orders: rowsOf(chunks, 'orders'),
    order_lines: rowsOf(chunks, 'order_lines'),
    customers: rowsOf(chunks, 'customers'),
    products: rowsOf(chunks, 'products'),
    inventory: rowsOf(chunks, 'inventory'),
    clubs: rowsOf(chunks, 'clubs'),
    memberships: rowsOf(chunks, 'memberships'),
    membership_holds: rowsOf(chunks, 'membership_holds'),
    club_releases: rowsOf(chunks, 'club_releases'),
    release_members: rowsOf(chunks, 'release_members'),
    reservations: rowsOf(chunks, 'reservations'),
    team_members: rowsOf(chunks, 'team_members'),
    campaigns: rowsOf(chunks, 'campaigns'),
  }
}

/** The local day of a wall-clock timestamp. */
export const localDayOf = (timestamp: string | number | null): string => String(timestamp).slice(0, 10)

export const netOf = ({ subtotal, discount }: CanonicalRecord<'orders'>): number => subtotal - discount

/** Whether `orderCount` counts an order. */
export const isCounted = (order: CanonicalRecord<'orders'>): boolean =>
  order.payment_status === 'paid' && !order.is_refund && netOf(order) > 0
