import { beforeAll, expect, test } from 'vitest'
import { membershipRow } from '../duckdb/sample-rows.fixture.ts'
import { holdRow } from './club-rows.fixture.ts'
import { asking, type LoadedWinery, loadWinery } from './loaded-winery.fixture.ts'

const member = (source_id: string, more: Parameters<typeof membershipRow>[0] = {}) =>
  membershipRow({ source_id, time_basis: 'local', signup: '2025-01-01 10:00:00', customer_name: source_id, ...more })

let winery: LoadedWinery
beforeAll(async () => {
  winery = await loadWinery({
    memberships: [
      member('Ann'),
      member('Bea', { club_name: 'Cellar' }),
      member('left', { status: 'cancelled', cancelled: '2026-03-10 23:59:59' }),
      member('leaves', { status: 'cancelled', cancelled: '2026-03-11 00:00:00' }),
      member('left some day', { status: 'cancelled' }),
    ],
    membership_holds: [
      holdRow({ source_id: 'h1', membership_source_id: 'Ann', start: '2026-03-10', end: '2026-03-11' }),
      holdRow({ source_id: 'h2', membership_source_id: 'Ann', start: '2026-03-01', end: '2026-03-10' }),
      holdRow({ source_id: 'h3', membership_source_id: 'Bea', start: '2026-02-28' }),
      holdRow({ source_id: 'h4', membership_source_id: 'Bea', start: '2026-03-11' }),
      holdRow({ source_id: 'h5', membership_source_id: 'left', start: '2026-01-01' }),
      holdRow({ source_id: 'h6', membership_source_id: 'leaves', start: '2026-01-01' }),
      holdRow({ source_id: 'h7', membership_source_id: 'left some day', start: '2026-01-01' }),
      holdRow({ source_id: 'h8', membership_source_id: 'nobody', start: '2026-03-09', end: '2026-04-08' }),
    ],
  })
})

test('a hold is current from its first day to the day before its end, unless its membership is cancelled', async () => {
  const query = asking({ reportType: 'MembershipHolds', ask: ['holdId', 'isCurrent', 'customerName'] })
  expect(await winery.rows(query)).toEqual([
    ['h1', true, 'Ann'],
    ['h2', false, 'Ann'],
    ['h3', true, 'Bea'],
    ['h4', false, 'Bea'],
    ['h5', false, 'left'],
    ['h6', true, 'leaves'],
    ['h7', false, 'left some day'],
    ['h8', true, null],
  ])
})

test('days on hold run to the end, or to today without one, and are 0 before the start', async () => {
  const query = asking({ reportType: 'MembershipHolds', ask: ['holdDays'] })
  expect(await winery.rows(query)).toEqual([[1], [9], [10], [0], [68], [68], [68], [30]])
})

test('counts each hold of a club and averages their days; a range limits their start', async () => {
  const query = asking({
    reportType: 'MembershipHolds',
    ask: ['holdCount', 'holdDays'],
    groupBy: ['clubName'],
    range: { columnId: 'holdStart', from: '2026-02-28', until: '2026-03-11' },
  })
  expect(await winery.rows(query)).toEqual([
    ['Cellar', 1, 10],
    ['Reserve', 2, 5],
    [null, 1, 30],
  ])
  expect(await winery.totals(query)).toEqual([4, 12.5])
})

test('the start is a day with all of its parts but the hour', async () => {
  const ask = ['holdStart', 'holdStartYear', 'holdStartQuarter', 'holdStartMonth', 'holdStartWeek', 'holdStartWeekday']
  const filter = { columnId: 'holdStartMonth', comparison: 'Equal', value: '2026-02' } as const
  expect(await winery.rows(asking({ reportType: 'MembershipHolds', ask, filter }))).toEqual([
    ['2026-02-28', 2026, '2026-Q1', '2026-02', '2026-02-23', 6],
  ])
})

test.each([
  ['a day inside of it', '2026-03-05', '2026-03-06', ['h2', 'h3', 'h5', 'h6', 'h7']],
  ['its first day', '2026-03-11', '2026-03-12', ['h3', 'h4', 'h5', 'h6', 'h7', 'h8']],
  ['no day, as its end is the first day after it', '2026-03-10', '2026-03-11', ['h1', 'h3', 'h5', 'h6', 'h7', 'h8']],
  ['days before all of them', '2025-01-01', '2025-02-01', []],
])('a range of days on hold keeps the holds that share %s', async (_, from, until, holds) => {
  const ask = { reportType: 'MembershipHolds', ask: ['holdId'] }
  const range = { columnId: 'heldOn', from, until }
  expect((await winery.rows(asking({ ...ask, range }))).flat()).toEqual(holds)
  const filter = { columnId: 'heldOn', comparison: 'Equal', value: from } as const
  expect((await winery.rows(asking({ ...ask, filter }))).flat()).toEqual(holds)
})
