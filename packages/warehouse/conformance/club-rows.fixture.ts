import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'

const given = { source_updated: null, time_basis: 'local' } as const

type Changes<T extends CanonicalTable> = Partial<CanonicalRecord<T>>

/** Valid canonical rows; a test sets only the fields it is about. */
export const stockRow = (changes: Changes<'inventory'>): CanonicalRecord<'inventory'> => ({
  ...given,
  source_id: `${changes.sku ?? 'PN-19'}@${changes.location ?? 'Cellar'}`,
  sku: 'PN-19',
  product_title: 'Pinot Noir',
  location: 'Cellar',
  on_hand: 0,
  reserved: null,
  allocated: null,
  available: 0,
  ...changes,
})

export const releaseRow = (changes: Changes<'club_releases'>): CanonicalRecord<'club_releases'> => ({
  ...given,
  source_id: 'r1',
  name: 'Spring',
  club_source_id: 'club',
  club_name: 'Reserve',
  released: '2026-03-01 00:00:00',
  ...changes,
})

export const releaseMemberRow = (changes: Changes<'release_members'>): CanonicalRecord<'release_members'> => ({
  ...given,
  source_id: `${changes.release_source_id ?? 'r1'}/${changes.membership_source_id ?? 'm1'}`,
  release_source_id: 'r1',
  membership_source_id: 'm1',
  status: 'processed',
  order_source_id: null,
  ...changes,
})
