import { beforeAll, expect, test } from 'vitest'
import { lineRow, membershipRow, orderRow } from '../duckdb/sample-rows.fixture.ts'
import { releaseMemberRow, releaseRow } from './club-rows.fixture.ts'
import { asking, type LoadedWinery, loadWinery } from './loaded-winery.fixture.ts'

interface Shipment {
  readonly id: string
  readonly release: string
  readonly amount: number
  readonly bottles: number
  readonly more?: Parameters<typeof orderRow>[0]
  readonly kind?: string
}

const SHIPMENTS: readonly Shipment[] = [
  { id: 'o1', release: 'r1', amount: 10_000, bottles: 3, more: { subtotal: 12_000, discount: 2_000 } },
  {
    id: 'o2',
    release: 'r1',
    amount: 5_000,
    bottles: 2,
    more: { delivery_method: 'pickup', fulfillment_status: 'partial' },
  },
  { id: 'back', release: 'r1', amount: -4_000, bottles: -1, more: { is_refund: true, subtotal: -4_000 } },
  { id: 'unpaid', release: 'r1', amount: 9_000, bottles: 9, more: { payment_status: 'pending', subtotal: 9_000 } },
  { id: 'euros', release: 'r1', amount: 7_000, bottles: 7, more: { currency: 'EUR', subtotal: 7_000 } },
  { id: 'free', release: 'r1', amount: 0, bottles: 1, more: { fulfillment_status: 'unfulfilled' } },
  { id: 'glass', release: 'r1', amount: 1_000, bottles: 4, kind: 'merch', more: { subtotal: 1_000 } },
  { id: 'o3', release: 'r2', amount: 2_000, bottles: 1, more: { subtotal: 2_000 } },
]

let winery: LoadedWinery
beforeAll(async () => {
  winery = await loadWinery({
    club_releases: [
      releaseRow({ source_id: 'r1', name: 'Spring' }),
      releaseRow({ source_id: 'r2', name: 'Spring', club_source_id: 'other' }),
      releaseRow({ source_id: 'r3', name: 'Empty', club_source_id: null, released: '2026-03-02 00:00:00' }),
    ],
    release_members: ['processed', 'processed', 'skipped', 'on_hold', 'declined'].map((status, place) =>
      releaseMemberRow({ membership_source_id: `m${place}`, status }),
    ),
    orders: SHIPMENTS.map(({ id, release, amount, more }) =>
      orderRow({
        source_id: id,
        release_source_id: release,
        delivery_method: 'ship',
        subtotal: amount,
        ...more,
      }),
    ),
    order_lines: SHIPMENTS.map(({ id, amount, bottles, kind = 'wine' }) =>
      lineRow({ order_source_id: id, amount, quantity: bottles, item_kind: kind }),
    ),
    memberships: ['2026-01-29', '2026-01-30', '2026-03-31', '2026-04-01'].map((day, place) =>
      membershipRow({
        source_id: `m${place}`,
        time_basis: 'local',
        club_source_id: 'club',
        signup: '2025-01-01 00:00:00',
        status: 'cancelled',
        cancelled: `${day} 12:00:00`,
      }),
    ),
  })
})

const MEMBERS = ['membersEligible', 'processed', 'skipped', 'onHold', 'declined']
const SALES = ['orderCount', 'bottles', 'gross', 'discount', 'netSales', 'averageOrder']
const GOODS = ['shipCount', 'pickupCount', 'unfulfilled', 'cancellations']

test("a release counts its members by status, its paid orders in the account's currency and cancellations around it", async () => {
  const query = asking({ reportType: 'ClubReleases', ask: ['releaseId', ...MEMBERS, ...SALES, ...GOODS] })
  expect(await winery.rows(query)).toEqual([
    ['r1', 5, 2, 1, 1, 1, 3, 5, 14_000, 2_000, 12_000, 16_000 / 3, 2, 1, 2, 2],
    ['r2', 0, 0, 0, 0, 0, 1, 1, 2_000, 0, 2_000, 2_000, 1, 0, 0, 0],
    ['r3', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null, 0, 0, 0, 0],
  ])
})

test('releases of one name add up, their average order is that of all their orders', async () => {
  const query = asking({ reportType: 'ClubReleases', ask: ['releaseCount', ...SALES], groupBy: ['releaseName'] })
  expect(await winery.rows(query)).toEqual([
    ['Empty', 1, 0, 0, 0, 0, 0, null],
    ['Spring', 2, 4, 6, 16_000, 2_000, 14_000, 4_500],
  ])
  expect(await winery.totals(query)).toEqual([3, 4, 6, 16_000, 2_000, 14_000, 4_500])
})
