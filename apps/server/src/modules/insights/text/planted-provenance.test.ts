import { expect, test } from 'vitest'
import { addDays } from '#domain/ranges/local-day.ts'
import { subjectKey } from '#insights/account/metric.ts'
import { unsourcedNumbers } from '#insights/language/digit-checker.ts'
import { figureText, periodText } from '#insights/language/format.ts'
import { getInsightDefinition, INSIGHT_KIND_IDS } from '#insights/registry.ts'
import type { InsightFacts } from '#server/db/column-types.ts'
import { isFullLane, sample, volume } from '#testkit/lane.ts'
import { testApp } from '#testkit/test-app.ts'
import { digestFigures, digestText } from '../digest/send-digest.ts'
import { presentDetail } from '../insight.present.ts'
import { NO_PROGRESS } from '../store/insights.repo.ts'
import { FABRICATIONS } from './generated-facts.fixture.ts'
import { plantedAccount } from './planted-account.fixture.ts'
import { factsAt, plantedSession } from './planted-facts.fixture.ts'
import { buildProvenance } from './provenance.ts'
import { shownFigures } from './shown-figures.fixture.ts'

/** Wineries to plant; `SEEDS=12` is the long run, of thousands of figures. */
const SEEDS = Number(process.env.SEEDS ?? 1)
/** Days of the analysis runs: early in a month, when the previous month is reported. */
const DAYS = ['2026-06-09', '2026-03-04', '2025-11-05']
const RUN_DAYS = [...sample(DAYS, 1), ...(SEEDS > 1 ? ['2026-05-06', '2026-01-08'] : [])]
/** Analyzing a winery takes about two seconds, and querying its reports as long. */
const LONG = 120_000 * SEEDS

const TODAY = '2026-06-17'
const DIGESTS = volume({ normal: 2, full: 6 })

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' } })
const signal = AbortSignal.timeout(LONG)
const show = shownFigures(t)

const READER = {
  today: TODAY,
  roles: ['AccountOwner'],
  culture: 'en-US',
  accountType: 'Reserve',
  timeZone: 'America/Los_Angeles',
  dataVersion: 1,
} as const

const rowOf = (facts: InsightFacts, rephrased: { sentences: readonly string[] } | null) => ({
  id: facts.insight.key,
  account_id: 1,
  key: facts.insight.key,
  kind: facts.insight.kind,
  subject: subjectKey(facts.insight.subject),
  weight: 1,
  facts,
  data_version: 1,
  as_of: new Date(0),
  ends_on: facts.insight.period.until,
  rephrased: rephrased === null ? null : { sentences: [...rephrased.sentences] },
  created_at: new Date(0),
  ...NO_PROGRESS,
  read_at: null,
  useful: null,
  first_name: null,
  last_name: null,
})

/** No report shows who is new after eleven months: customer-mix.test.ts counts by hand. */
const WITHOUT_REPORT: readonly string[] = ['customerMix']

const KINDS = [...INSIGHT_KIND_IDS, 'driver of the club'] as const

const kindOf = ({ insight }: InsightFacts): (typeof KINDS)[number] =>
  insight.kind === 'driver' && insight.dimension === 'club' ? 'driver of the club' : insight.kind

/** Asserts that every number is a figure, a date or part of a name, also with fabricated text. Returns the number of fabrications. */
const assertSourced = (facts: InsightFacts): number => {
  const { sentences } = getInsightDefinition(facts.insight).describe(facts.insight)
  const reader = { culture: READER.culture, currency: facts.currency }
  const ranges = facts.insight.figures.flatMap(({ recipe }) => ('range' in recipe && recipe.range) || [])
  const compared = 'comparedWith' in facts.insight ? [facts.insight.comparedWith] : []
  const dates = [facts.insight.period, ...ranges, ...compared].map((range) => periodText(range, reader))
  for (const fabricate of [null, ...FABRICATIONS]) {
    const detail = presentDetail(rowOf(facts, fabricate && { sentences: sentences.map(fabricate) }), READER)
    const figures = detail.figures.map(({ text }) => text)
    const phrases = [...figures, ...dates, ...Object.values(facts.names), detail.subject.label]
    const text = [detail.title, ...detail.sentences, detail.unusual ?? '', ...detail.advice].join('\n')
    expect([detail.kind, unsourcedNumbers(text, phrases)]).toEqual([detail.kind, []])
  }
  return FABRICATIONS.length
}

test(
  'figures of planted insights match the reports and pages of their provenance, and texts contain no other digits',
  async () => {
    const counts = new Map(KINDS.map((kind) => [kind, { insights: 0, figures: 0, pages: 0 }]))
    let fabricated = 0
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const { token, accountId } = await plantedAccount(t, { seed, orders: 5_000, today: TODAY })
      for (const today of RUN_DAYS)
        for (const facts of await factsAt(t, { accountId, today, signal })) {
          const count = counts.get(kindOf(facts)) ?? { insights: 0, figures: 0, pages: 0 }
          count.insights += 1
          fabricated += assertSourced(facts)
          for (const { id, value, receipt } of presentDetail(rowOf(facts, null), READER).figures) {
            if (receipt.kind !== 'report') continue
            const { key } = facts.insight
            await show.expectShown(receipt, token, [key, id], value)
            count.figures += 1
            if (receipt.address !== null) count.pages += 1
          }
        }
    }
    const all = [...counts.values()]
    const [insights, figures, pages] = (['insights', 'figures', 'pages'] as const).map((what) =>
      all.reduce((sum, count) => sum + count[what], 0),
    )
    process.stdout.write(
      `provenance: ${insights} insights, ${figures} figures compared with reports, ${pages} with pages, ${fabricated} fabrications\n${[
        ...counts,
      ]
        .map(([kind, count]) => `  ${kind}: ${count.insights} insights, ${count.figures} figures\n`)
        .join('')}`,
    )
    if (isFullLane)
      for (const [kind, count] of counts)
        if (!WITHOUT_REPORT.includes(kind)) expect([kind, count.figures]).not.toEqual([kind, 0])
    expect(figures).toBeGreaterThan(volume({ normal: 50, full: 200 * SEEDS }))
  },
  LONG,
)

test(
  'uses only report figures in a digest, in every culture',
  async () => {
    const { token, accountId } = await plantedAccount(t, { seed: 1, orders: 2_000, today: TODAY })
    const { session } = await plantedSession(t, { accountId, signal })
    let figures = 0
    for (let day = 0; day < DIGESTS * SEEDS; day += 1) {
      const digest = await digestFigures(session, { today: addDays(TODAY, -day * 3), minorUnits: 100 })
      for (const culture of ['en-US', 'de-DE', 'fr-FR', 'ar-EG']) {
        const reader = { culture, currency: 'USD' }
        const dates = [digest.yesterday, digest.month, digest.lastYear].map((range) => periodText(range, reader))
        const phrases = [...dates, ...digest.figures.map((figure) => figureText(figure, reader))]
        expect([culture, unsourcedNumbers(digestText(digest, reader).join('\n'), phrases)]).toEqual([culture, []])
      }
      for (const figure of digest.figures) {
        const receipt = buildProvenance(figure, 'Reserve')
        if (receipt.kind !== 'report') continue
        const value = figure.unit === 'money' ? figure.value / 100 : figure.value
        await show.expectShown(receipt, token, figure, value)
        figures += 1
      }
    }
    process.stdout.write(`provenance: ${figures} figures of digests compared with reports\n`)
    expect(figures).toBe(6 * DIGESTS * SEEDS)
  },
  LONG,
)
