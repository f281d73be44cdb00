import { beforeAll, describe, expect, test } from 'vitest'
import { asking, type LoadedWinery, loadWinery } from '#warehouse/conformance/loaded-winery.fixture.ts'
import { membershipRow } from '#warehouse/duckdb/sample-rows.fixture.ts'

const member = (source_id: string, signup: string, cancelled: string | null, reason: string | null, club = 'Estate') =>
  membershipRow({
    source_id,
    time_basis: 'local',
    club_name: club,
    signup: `${signup} 10:00:00`,
    cancelled: cancelled && `${cancelled} 10:00:00`,
    status: cancelled === null ? 'active' : 'cancelled',
    cancellation_reason: reason,
  })

let winery: LoadedWinery
beforeAll(async () => {
  winery = await loadWinery({
    // On January 1 there are four members, on February 1 three: one canceled, one joined and canceled, one joined later.
    memberships: [
      member('m1', '2025-01-01', null, null),
      member('m2', '2025-01-01', null, null, 'Cellar'),
      member('m3', '2025-01-01', '2026-01-15', 'Moving'),
      member('m4', '2025-01-01', '2026-02-10', 'Other'),
      member('m5', '2026-01-10', '2026-01-20', 'Moving'),
      member('m6', '2026-02-05', '2026-02-20', 'Moving'),
    ],
  })
})

const JANUARY_ON = { range: { columnId: 'cancelledDate', from: '2026-01-01', until: '2026-03-01' } }
const ask = ['cancellations', 'attritionRate']

describe('attrition', () => {
  test('per month divides by the members at the start of the month, for every reason', async () => {
    const groupBy = ['cancelledMonth', 'cancellationReason']
    expect(await winery.rows(asking({ reportType: 'Memberships', groupBy, ask, ...JANUARY_ON }))).toEqual([
      ['2026-01', 'Moving', 2, 2 / 4],
      ['2026-02', 'Moving', 1, 1 / 3],
      ['2026-02', 'Other', 1, 1 / 3],
    ])
  })

  test('without a period divides by the members at the start of the range', async () => {
    const query = asking({ reportType: 'Memberships', groupBy: ['cancellationReason'], ask, ...JANUARY_ON })
    expect(await winery.rows(query)).toEqual([
      ['Moving', 3, 3 / 4],
      ['Other', 1, 1 / 4],
    ])
    expect(await winery.totals(query)).toEqual([4, 1])
  })

  test('per club divides by the members of that club', async () => {
    expect(await winery.rows(asking({ reportType: 'Memberships', groupBy: ['clubName'], ask, ...JANUARY_ON }))).toEqual(
      [
        ['Cellar', 0, 0],
        ['Estate', 4, 4 / 3],
      ],
    )
  })
})
