import { expect, test } from 'vitest'
import type { InsightFigure } from '#contract/insights.ts'
import { ReportResult } from '#contract/reports.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import { subjectKey } from '#insights/account/subject.ts'
import { strayNumbers } from '#insights/language/digit-checker.ts'
import { extraFigures } from '#insights/language/extra-figures.ts'
import { periodText } from '#insights/language/reader.ts'
import { tellInsight } from '#insights/language/tell-insight.ts'
import { analyticsSettings } from '#server/modules/analytics/analytics-settings.ts'
import { QuerySession } from '#server/modules/analytics/query-session.ts'
import { testApp } from '#testkit/test-app.ts'
import { findInsights } from '../find/find-insights.ts'
import { readTask } from '../history/read-task.ts'
import { presentDetail } from '../insight.present.ts'
import type { InsightFacts } from '../insight-facts.ts'
import { findInsightAccount } from '../store/insight-account.repo.ts'
import { LIES } from './lies.fixture.ts'
import { namesFor } from './names.ts'
import { plantedAccount } from './planted-account.fixture.ts'

const TODAY = '2026-06-17'
const SEEDS = [3, 11]
/** Looks at each winery, so many days apart, each at all of a season. */
const LOOKS = 4
const DAYS_APART = 36
const JUDGED = 90
/** Two wineries are looked at eight times, and their reports asked some hundred times. */
const LONG = 300_000

const t = await testApp({ env: { RATE_LIMITS: 'off' } })
const signal = AbortSignal.timeout(LONG)

const READER = { culture: 'en-US', accountType: 'Reserve', timeZone: 'America/Los_Angeles', dataVersion: 1 } as const

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
  dismissed_at: null,
  read_at: null,
  useful: null,
})

const factsAt = async (accountId: number, today: string): Promise<InsightFacts[]> => {
  const account = await findInsightAccount(t.deps.db, accountId)
  if (account === undefined) throw new Error('The account is gone')
  const settings = await analyticsSettings(t.deps, account)
  const { dataVersion } = await t.deps.warehouse.status(accountId)
  const session = new QuerySession(t.deps.warehouse, settings, dataVersion, signal)
  const goals = [
    { metric: 'netSales' as const, from: `${today.slice(0, 7)}-01`, until: addDays(today, 20), amount: 5e6 },
  ]
  const { task, people } = await readTask({
    session,
    settings: { ...settings, calendar: { ...settings.calendar, today } },
    serviceIds: ['planted'],
    lookedUntil: null,
    country: 'US',
    sensitivity: 'eager',
    goals,
  })
  const judged = { from: addDays(today, -JUDGED), until: today }
  const findings = findInsights({ ...task, judged })
  const insights = findings.map(({ insight }) => insight)
  const names = await namesFor(insights, { session, services: [], customerOf: people.customerOf })
  return findings.map(({ insight, charts }) => ({
    insight,
    charts,
    extra: extraFigures(insight),
    names,
    currency: 'USD',
  }))
}

/** What the report of a receipt shows for its figure. */
const shownBy = async (receipt: Extract<InsightFigure['receipt'], { kind: 'report' }>, token: string) => {
  const { definition, filters, relativeDate, from, until, measure } = receipt
  const body = { definition, filters, relativeDate, from, until }
  const response = await t.call('POST', '/reports/query', { token, body })
  expect([response.statusCode, response.body.slice(0, 200)]).toEqual([200, expect.not.stringContaining('"errors"')])
  const { columns, totals } = ReportResult.parse(response.json())
  return totals[columns.findIndex(({ columnId }) => columnId === measure)] ?? 0
}

test(
  'what is planted is told with figures that the report of each receipt shows, and with no other digit, also by a model that lies',
  async () => {
    let [insights, asked, lied] = [0, 0, 0]
    const kinds = new Map<string, number>()
    for (const seed of SEEDS) {
      const { token, accountId } = await plantedAccount(t, { seed, orders: 5_000, today: TODAY })
      const shown = new Map<string, Promise<unknown>>()
      for (let look = 0; look < LOOKS; look += 1) {
        for (const facts of await factsAt(accountId, addDays(TODAY, -look * DAYS_APART))) {
          insights += 1
          const { insight } = facts
          const kind = insight.kind === 'driver' && insight.dimension === 'club' ? 'driver of the club' : insight.kind
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
          const { sentences } = tellInsight(facts.insight)
          for (const lie of [null, ...LIES]) {
            const detail = presentDetail(rowOf(facts, lie && { sentences: sentences.map(lie) }), READER)
            const reader = { culture: READER.culture, currency: facts.currency }
            const ranges = facts.insight.figures.flatMap(({ recipe }) => ('range' in recipe && recipe.range) || [])
            const compared = 'comparedWith' in facts.insight ? [facts.insight.comparedWith] : []
            const phrases = [
              ...detail.figures.map(({ text }) => text),
              ...[facts.insight.period, ...ranges, ...compared].map((range) => periodText(range, reader)),
              ...Object.values(facts.names),
              detail.subject.label,
            ]
            const text = [detail.title, ...detail.sentences, detail.unusual ?? '', ...detail.advice].join('\n')
            expect([detail.kind, strayNumbers(text, phrases)]).toEqual([detail.kind, []])
            lied += lie === null ? 0 : 1
            if (lie !== null) continue
            for (const { id, value, receipt } of detail.figures) {
              if (receipt.kind !== 'report') continue
              const key = JSON.stringify(receipt)
              const answer = shown.get(key) ?? shownBy(receipt, token)
              shown.set(key, answer)
              expect([facts.insight.key, id, await answer]).toEqual([facts.insight.key, id, value])
              asked += 1
            }
          }
        }
      }
    }
    process.stdout.write(
      `receipts: ${insights} insights, ${asked} figures beside their reports, ${lied} lies: ${JSON.stringify(Object.fromEntries(kinds))}\n`,
    )
    expect(insights).toBeGreaterThan(100)
    expect(asked).toBeGreaterThan(100)
    expect(kinds.size).toBeGreaterThanOrEqual(6)
    expect([...kinds.keys()]).toContain('driver of the club')
  },
  LONG,
)
