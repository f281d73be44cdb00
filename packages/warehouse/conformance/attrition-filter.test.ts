import { beforeAll, expect, test } from 'vitest'
import type { Filter } from '#semantic/query.ts'
import { membershipRow } from '../duckdb/sample-rows.fixture.ts'
import { asking, type LoadedWinery, loadWinery } from './loaded-winery.fixture.ts'

let winery: LoadedWinery
let members = 0

/** Members of a club since last year; `reasons` of those who left in February. */
const membersOf = (club_name: string, stayed: number, reasons: readonly string[]) => {
  const one = (more: Parameters<typeof membershipRow>[0]) =>
    membershipRow({
      source_id: String(++members),
      time_basis: 'local',
      signup: '2025-01-01 10:00:00',
      club_name,
      ...more,
    })
  return [
    ...Array.from({ length: stayed }, () => one({})),
    ...reasons.map((cancellation_reason) =>
      one({ status: 'cancelled', cancelled: '2026-02-10 12:00:00', cancellation_reason }),
    ),
  ]
}

beforeAll(async () => {
  winery = await loadWinery({
    memberships: [
      ...membersOf('Reds', 7, ['moving', 'moving', 'cost']),
      ...membersOf('Whites', 28, ['moving', 'cost']),
      ...membersOf('Rosé', 50, []),
    ],
  })
})

const FEBRUARY = { columnId: 'cancelledDate', from: '2026-02-01', until: '2026-03-01' }
const atLeast = (value: number): Filter => ({
  columnId: 'cancellations',
  comparison: 'GreaterThanOrEqual',
  value,
})
const attrition = (groupBy: readonly string[], least: number) =>
  asking({
    reportType: 'Memberships',
    ask: ['cancellations', 'attritionRate'],
    groupBy,
    range: FEBRUARY,
    having: atLeast(least),
  })

test('a filter on reasons leaves out cancellations, and no members that could have left', async () => {
  const byReason = attrition(['cancellationReason'], 3)
  expect(await winery.rows(byReason)).toEqual([['moving', 3, 3 / 90]])
  expect(await winery.totals(byReason)).toEqual([3, 3 / 90])
})

test('a filter on reasons within clubs leaves out the clubs that it shows nothing of', async () => {
  const byClub = attrition(['clubName', 'cancellationReason'], 2)
  expect(await winery.rows(byClub)).toEqual([['Reds', 'moving', 2, 2 / 10]])
  expect(await winery.totals(byClub)).toEqual([2, 2 / 10])
  const every = attrition(['clubName', 'cancellationReason'], 1)
  expect(await winery.totals(every)).toEqual([5, 5 / 40])
})

test('a filter on clubs alone divides by the members of the clubs shown', async () => {
  expect(await winery.totals(attrition(['clubName'], 3))).toEqual([3, 3 / 10])
})
