import { expect, test } from 'vitest'
import type { MemberHistory } from '../insight/inputs.ts'
import type { RiskReason } from './risk-model.ts'
import { riskTexts } from './risk-texts.ts'

const TODAY = '2026-11-30'

const member = (change: Partial<MemberHistory>): MemberHistory => ({
  membershipId: 'm1',
  club: 'Estate Club',
  signup: '2024-03-02',
  cancelled: null,
  skips: [],
  declines: [],
  visits: [],
  purchases: [],
  ...change,
})
const bought = (...days: string[]) => days.map((day) => ({ day, amount: 90_00 }))

test.each<[RiskReason['factor'], Partial<MemberHistory>, string]>([
  ['firstYear', { signup: '2026-04-09' }, 'joined in Apr 2026'],
  ['oneSkip', { skips: ['2025-02-01', '2026-10-14'] }, 'skipped or paused in Oct 2026'],
  ['moreSkips', { skips: ['2026-11-02', '2026-09-07'] }, 'skipped or paused 2 times since Sep 2026'],
  ['declined', { declines: ['2025-10-05', '2026-10-05'] }, 'card declined in Oct 2026'],
  ['noVisit', {}, 'no visit on record'],
  ['noVisit', { visits: ['2026-02-01', '2025-02-01'] }, 'last visit in Feb 2026'],
  ['noPurchase', {}, 'buys little outside the club'],
  ['spendsLess', {}, 'spends much less than before'],
])('%s is explained by what is on record: %j', (factor, history, text) => {
  expect(riskTexts([factor], member(history), TODAY)).toEqual([text])
})

test.each([
  [bought('2025-05-28', '2025-08-28', '2025-11-28', '2026-02-28'), 'for 9 months; usually every 3 months'],
  [bought('2026-10-01', '2026-10-08', '2026-10-15', '2026-10-22'), 'for 6 weeks; usually every week'],
  [bought('2026-01-01', '2026-04-01', '2026-07-01', '2026-10-01'), null],
  [bought('2025-01-01', '2025-04-01', '2025-07-01'), null],
])('an order is overdue after twice the usual interval of at least four: %j → %s', (purchases, text) => {
  const expected = text === null ? [] : [`no order outside the club ${text}`]
  expect(riskTexts([], member({ purchases }), TODAY)).toEqual(expected)
})
