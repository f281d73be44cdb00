import { expect, test } from 'vitest'
import type { CanonicalRow, Removal, SyncPage } from '#connectors/kit/connector.ts'
import { lineRow, membershipRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { SyncChunk } from './sync-chunk.ts'

const page = (rows: CanonicalRow[], removed: Removal[] = []): SyncPage => ({
  read: rows.length,
  rows,
  removed,
  quarantined: [],
  total: null,
  next: {},
})

const order = (source_id: string, source_updated: number | null = null): CanonicalRow => ({
  table: 'orders',
  row: orderRow({ source_id, source_updated }),
})
const line = (order_source_id: string, line_number: number): CanonicalRow => ({
  table: 'order_lines',
  row: lineRow({ order_source_id, line_number }),
})
const member: CanonicalRow = { table: 'memberships', row: membershipRow() }

const idsOf = (chunk: SyncChunk): string =>
  [...chunk.rowsIn('orders'), ...chunk.rowsIn('order_lines')].map(({ source_id }) => source_id).join(' ')

test.each<[string, SyncPage[], string, [string, string[]][]]>([
  [
    'replaces the lines of an order that arrives again',
    [page([order('o1'), line('o1', 1), line('o1', 2)]), page([order('o1'), line('o1', 1)])],
    'o1 o1/1',
    [],
  ],
  [
    'ignores a late older version with its lines',
    [page([order('o1', 9), line('o1', 1)]), page([order('o1', 5), line('o1', 2)])],
    'o1 o1/1',
    [],
  ],
  ['adds lines to their order', [page([order('o1'), line('o1', 1)]), page([line('o1', 2)])], 'o1 o1/1 o1/2', []],
  [
    'removes an order that arrived before its deletion',
    [page([order('o1'), line('o1', 1), member]), page([], [{ table: 'orders', sourceIds: ['o1'] }])],
    '',
    [['orders', ['o1']]],
  ],
  [
    'restores an order that arrives after its deletion',
    [page([], [{ table: 'orders', sourceIds: ['o1', 'o2'] }]), page([order('o1'), line('o1', 1)])],
    'o1 o1/1',
    [['orders', ['o2']]],
  ],
])('%s', (_rule, pages, ids, removals) => {
  const chunk = new SyncChunk({})
  for (const each of pages) chunk.add(each)
  expect(idsOf(chunk)).toBe(ids)
  expect(chunk.removals()).toEqual(removals)
})

test('keeps partially streamed children when their parent arrives again', () => {
  const release = (): CanonicalRow => ({
    table: 'club_releases',
    row: {
      source_id: 'r1',
      source_updated: null,
      time_basis: 'utc',
      name: 'Spring',
      club_source_id: null,
      club_name: null,
      released: 0,
    },
  })
  const processed = (id: string): CanonicalRow => ({
    table: 'release_members',
    row: {
      source_id: id,
      source_updated: null,
      time_basis: 'utc',
      release_source_id: 'r1',
      membership_source_id: id,
      status: 'processed',
      order_source_id: null,
    },
  })
  const chunk = new SyncChunk({ partial: ['release_members'] })
  chunk.add(page([release(), processed('m1')]))
  chunk.add(page([release(), processed('m2')]))
  expect(chunk.rowsIn('release_members').map(({ source_id }) => source_id)).toEqual(['m1', 'm2'])
})
