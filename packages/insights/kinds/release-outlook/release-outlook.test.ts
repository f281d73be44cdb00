import { expect, test } from 'vitest'
import type { PastRelease } from '../../insight/inputs.ts'
import { releaseOutlook } from './release-outlook.insight.ts'

const release = (day: string, each: number, members = 200): PastRelease => ({
  day,
  members,
  processed: Math.round(members * 0.9),
  netSales: members * each,
})

const PAST = [
  release('2024-10-01', 12_000),
  release('2025-03-01', 8000),
  release('2025-06-01', 8200),
  release('2025-10-01', 12_400),
]

const LISTED = { releaseId: 'spring', day: '2026-03-01' }

const figureValue = (insight: ReturnType<typeof releaseOutlook>, id: string): number =>
  insight?.figures.find((one) => one.id === id)?.value ?? Number.NaN

test('scales a forecast with the number of members', () => {
  const next = (members: number) =>
    releaseOutlook({ club: 'Estate', past: PAST, next: { day: '2026-03-01', members, listed: LISTED } })
  expect(figureValue(next(400), 'expected') / figureValue(next(200), 'expected')).toBeCloseTo(2, 3)
  expect(figureValue(next(200), 'processed')).toBe(180)
})

test('gives more weight to releases of the same season, and the interval contains them', () => {
  const outlook = (day: string) =>
    releaseOutlook({ club: 'Estate', past: PAST, next: { day, members: 200, listed: LISTED } })
  expect(figureValue(outlook('2026-10-01'), 'expected')).toBeGreaterThan(figureValue(outlook('2026-06-01'), 'expected'))
  const autumn = outlook('2026-10-01')
  expect(figureValue(autumn, 'low')).toBeLessThan(figureValue(autumn, 'expected'))
  expect(figureValue(autumn, 'high')).toBeGreaterThan(12_000 * 200)
})

test('returns null for two releases', () => {
  const next = { day: '2026-03-01', members: 200, listed: LISTED }
  expect(releaseOutlook({ club: 'Estate', past: PAST.slice(2), next })).toBeNull()
})
