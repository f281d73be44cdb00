import { expect, test } from 'vitest'
import { createRandom } from '#connectors/sample/random.ts'
import { ACCOUNT } from '../../account/metric.ts'
import { THRESHOLDS } from '../../insight/define-insight.ts'
import { detectionContext } from '../../insight/detection-context.fixture.ts'
import { recompute } from '../../insight/figure.ts'
import type { ConversionPair } from '../../insight/inputs.ts'
import { conversionShift } from './conversion-shift.insight.ts'

const EARLIER_MONTH = { from: '2025-03-01', until: '2025-04-01' }
const LATER_MONTH = { from: '2026-03-01', until: '2026-04-01' }

const pair = (before: readonly [number, number], after: readonly [number, number]): ConversionPair => ({
  conversion: 'tasting',
  subject: ACCOUNT,
  before: { hits: before[0], of: before[1], ...EARLIER_MONTH },
  after: { hits: after[0], of: after[1], ...LATER_MONTH },
  worth: 9000,
})

const shiftsOf = (...conversions: readonly ConversionPair[]) =>
  conversionShift.detect(
    { conversions },
    { ...detectionContext(), thresholds: { ...THRESHOLDS.balanced, falseDiscoveryRate: 0.05 } },
  )

test.each([
  ['reports a fall from 55 to 40% of 500 guests', pair([275, 500], [200, 500]), 1],
  ['ignores the same fall of 40 guests', pair([22, 40], [16, 40]), 0],
  ['ignores a significant but small change', pair([5000, 10_000], [5250, 10_000]), 0],
  ['ignores too few guests', pair([20, 30], [2, 30]), 0],
  ['ignores more buyers than guests', pair([600, 500], [200, 500]), 0],
] as const)('%s', (_, given, count) => {
  expect(shiftsOf(given)).toHaveLength(count)
})

test('includes the confidence interval of the difference', () => {
  const [insight] = shiftsOf(pair([275, 500], [200, 500]))
  const figures = insight?.figures ?? []
  const figureValue = (id: string): number => figures.find((one) => one.id === id)?.value ?? Number.NaN
  expect(figureValue('differenceHigh')).toBeLessThan(0)
  expect(figureValue('rateLow')).toBeLessThan(0.4)
  expect(figureValue('rateHigh')).toBeGreaterThan(0.4)
  expect(insight).toMatchObject({ direction: 'down', stake: Math.round(0.15 * 500 * 9000) })
  for (const figure of figures) expect(recompute(figure, figures) ?? figure.value).toBe(figure.value)
})

test('reports at most one of 1,000 unchanged pairs', () => {
  const random = createRandom(3)
  const draw = (of: number, share: number): [number, number] => [
    Array.from({ length: of }, () => random.chance(share)).filter(Boolean).length,
    of,
  ]
  const pairs = Array.from({ length: 1000 }, () => pair(draw(300, 0.5), draw(300, 0.5)))
  expect(shiftsOf(...pairs).length).toBeLessThanOrEqual(1)
})
