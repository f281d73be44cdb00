import { type Subject, subjectKey } from '#insights/account/metric.ts'
import { computed, type Figure } from '#insights/insight/figure.ts'
import type { AnomalyInsight } from '#insights/kinds/anomaly/detect-anomalies.ts'
import { extraFigures } from '#insights/language/figures.ts'
import type { InsightFacts } from '#server/db/column-types.ts'
import type { TestApp } from '#testkit/test-app.ts'
import { addInsight } from './store/insights.repo.ts'

const PRODUCT: Subject = { kind: 'product', value: 'PN-22' }

/** An insight of bottles that sold less than expected. */
export const someFacts = (subject: Subject = PRODUCT, name = '2022 Estate Pinot Noir'): InsightFacts => {
  const range = { from: '2026-05-04', until: '2026-05-11' }
  const metric = 'productUnits'
  const figure = (id: string, value: number, recipe: Figure['recipe']): Figure => ({ id, value, unit: 'count', recipe })
  const actual = figure('actual', 1234, { kind: 'measured', metric, subject, range })
  const expected = figure('expected', 2000.5, { kind: 'forecast', part: 'expected', metric, subject, range })
  const pair = [actual, expected]
  const insight: AnomalyInsight = {
    kind: 'anomaly',
    key: `anomaly productUnits ${name} down 2026-05-04`,
    metric,
    grain: 'week',
    direction: 'down',
    subject,
    period: range,
    figures: [
      actual,
      expected,
      figure('low', 1800, { kind: 'forecast', part: 'low', metric, subject, range }),
      figure('high', 2200, { kind: 'forecast', part: 'high', metric, subject, range }),
      computed({ id: 'difference', unit: 'count', rule: 'difference', of: pair }),
      computed({ id: 'change', unit: 'change', rule: 'change', of: pair }),
    ],
    stake: 3_000_000,
    confidence: 0.97,
    unusual: { score: -4, probability: 0.00006, against: 'forecast' },
    also: [],
  }
  return { insight, charts: [], extra: extraFigures(insight), names: { [subjectKey(subject)]: name }, currency: 'USD' }
}

/** Inserts an insight as an analysis run would store it. */
export const insertInsight = async (t: TestApp, accountId: number, id: string, facts = someFacts()): Promise<void> => {
  const { insight } = facts
  const at = new Date(t.clock.now())
  await addInsight(
    t.deps.db,
    {
      id,
      account_id: accountId,
      key: `${insight.kind} ${id}`,
      kind: insight.kind,
      subject: subjectKey(insight.subject),
      weight: insight.stake,
      facts,
      data_version: 1,
      as_of: at,
      ends_on: insight.period.until,
    },
    at,
  )
}
