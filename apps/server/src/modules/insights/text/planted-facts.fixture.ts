import { addDays, addMonths } from '#domain/ranges/local-day.ts'
import { periodStart } from '#domain/ranges/period.ts'
import { findInsights } from '#insights/find-insights.ts'
import { extraFigures } from '#insights/language/figures.ts'
import type { InsightFacts } from '#server/db/column-types.ts'
import { loadAnalyticsSettings, QuerySession } from '#server/modules/analytics/index.ts'
import type { TestApp } from '#testkit/test-app.ts'
import { readAnalysisInput } from '../history/read-analysis-input.ts'
import { findInsightAccount } from '../store/analysis-runs.repo.ts'
import { namesFor } from './names.ts'

const TESTED_DAYS = 70
const MONTHS = { month: 1, quarter: 3, year: 12 } as const
const SERVICES = [{ id: 'planted', name: 'Planted' }]

const goalsAt = (today: string) =>
  (['netSales', 'orderCount', 'signups'] as const).flatMap((metric) =>
    (['month', 'quarter', 'year'] as const).map((period) => {
      const from = periodStart(today, period, { weekStart: 'sunday', fiscalYearStartMonth: 1 })
      return { metric, from, until: addMonths(from, MONTHS[period]), amount: 5e6 }
    }),
  )

interface PlantedRun {
  readonly accountId: number
  readonly today: string
  readonly signal: AbortSignal
}

/** The account's query context. */
export const plantedSession = async (t: TestApp, { accountId, signal }: Omit<PlantedRun, 'today'>) => {
  const account = await findInsightAccount(t.deps.db, accountId)
  if (account === undefined) throw new Error('The account is gone')
  const settings = await loadAnalyticsSettings(t.deps, account)
  const { dataVersion } = await t.deps.warehouse.status(accountId)
  return { session: new QuerySession(t.deps.warehouse, settings, dataVersion, signal), settings }
}

/** All insights that an analysis finds in the weeks before a day, with goals for every metric and period. */
export const factsAt = async (t: TestApp, run: PlantedRun): Promise<InsightFacts[]> => {
  const { today } = run
  const { session, settings } = await plantedSession(t, run)
  const { task, people } = await readAnalysisInput({
    session,
    settings: { ...settings, calendar: { ...settings.calendar, today } },
    serviceIds: SERVICES.map(({ id }) => id),
    analyzedUntil: null,
    country: 'US',
    sensitivity: 'eager',
    goals: goalsAt(today),
  })
  const findings = findInsights({ ...task, testRange: { from: addDays(today, -TESTED_DAYS), until: today } })
  const insights = findings.map(({ insight }) => insight)
  const names = await namesFor(insights, { session, services: SERVICES, customerOf: people.customerOf })
  return findings.map(({ insight, charts }) => ({
    insight,
    charts,
    extra: extraFigures(insight),
    names,
    currency: 'USD',
  }))
}
