import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generateSampleWinery } from '#connectors/sample/sample-winery.ts'
import { volume } from '#testkit/lane.ts'
import { loadChunks } from '#testkit/sample-account.ts'
import { testApp, testClock } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { TODAY } from '#warehouse/conformance/generated-values.fixture.ts'
import { winery } from '#warehouse/conformance/generated-winery.fixture.ts'
import { factsAt } from '../modules/insights/text/planted-facts.fixture.ts'
import {
  allAnswers,
  allReports,
  allTiles,
  compareFigures,
  type ScreenFigure,
  stockInsights,
  stockReports,
} from './screen-figures.fixture.ts'

const t = await testApp({
  env: { RATE_LIMITS: 'off' },
  runsJobs: false,
  clock: testClock(Date.parse(`${TODAY}T20:00:00Z`)),
})
const TOMORROW = '2026-03-11'
const ZONE = { timeZone: 'America/Los_Angeles' }

const QUESTIONS = [
  'net sales last year',
  'orders year to date',
  'average order last year',
  'units sold last year',
  'refund rate year to date',
  'tips last year',
  'net sales by channel year to date',
  'signups this year',
  'tasting room signups last year',
  'tasting guests this year',
  'signup conversion last year',
  'revenue per guest this year',
  'active members',
  'cancellations year to date',
  'attrition year to date',
  'lifetime value',
  'median lifetime value',
  'customers',
  'weeks on hand',
  'available bottles',
]

const LONG = 120_000

const open = (): Promise<Member> => t.register({ ...ZONE, currency: 'USD' })

const figuresOf = async ({ token }: Member): Promise<ScreenFigure[]> => {
  const reader = { t, token, tomorrow: TOMORROW }
  return [...(await allTiles(reader)), ...(await allReports(reader)), ...(await allAnswers(reader, QUESTIONS))]
}

const expectSameWords = async (member: Member, leastPairs: number): Promise<void> => {
  const { differences, pairs } = compareFigures(await figuresOf(member))
  expect(differences).toEqual([])
  expect(pairs).toBeGreaterThan(leastPairs)
}

test('numbers that two screens name alike are the same on the sample winery', { timeout: LONG }, async () => {
  const owner = await open()
  const { accountId } = owner
  await loadChunks(t, owner, generateSampleWinery({ seed: 3, today: TODAY, orders: 2_000, currency: 'USD' }))
  await expectSameWords(owner, 1_000)
  const facts = await factsAt(t, { accountId, today: TODAY, signal: AbortSignal.timeout(LONG) })
  const insights = stockInsights(
    facts.map(({ insight }) => insight),
    TOMORROW,
  )
  const rows = await stockReports({ t, token: owner.token, tomorrow: TOMORROW })
  expect(insights.length).toBeGreaterThan(0)
  expect(compareFigures([...insights, ...rows]).differences).toEqual([])
})

const ODD = fc.sample(winery, { seed: 13, numRuns: volume({ normal: 1, full: 12 }) })

test.each(ODD.map((services, at) => [at, services] as const))(
  'and on odd winery %i, with two services, three currencies, refunds and nameless rows',
  { timeout: LONG },
  async (_, services) => {
    const owner = await open()
    for (const [serviceId, batch] of services) await t.load(owner.accountId, batch, { serviceId })
    await expectSameWords(owner, 300)
  },
)

test('a label with two numbers is reported with both screens', () => {
  const figure = { label: 'signups', scope: '2025-01-01 to 2026-01-01' }
  const tile = { ...figure, value: 13, screen: 'tile clubSignup' }
  const report = { ...figure, value: 14, screen: 'report clubs/signups' }
  expect(compareFigures([tile, report, { ...report, scope: 'all time', value: 90 }])).toEqual({
    differences: [
      {
        figure: 'signups (2025-01-01 to 2026-01-01)',
        one: '13 on tile clubSignup',
        other: '14 on report clubs/signups',
      },
    ],
    pairs: 1,
  })
})
