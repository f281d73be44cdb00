import { METRICS } from '../account/metric.ts'
import { subjectKey } from '../account/subject.ts'
import { computed, type Figure } from '../insight/figure.ts'
import type { AnomalyInsight } from '../insight/insight.ts'
import type { AnomalyEvent } from './event.ts'
import type { Finding } from './finding.ts'

/** Money is told in whole minor units, counts as they are. */
const figuresOf = (lead: Finding): Figure[] => {
  const { metric, subject, from, until } = lead
  const { unit } = METRICS[metric]
  const range = { from, until }
  const rounded = (value: number): number => (unit === 'money' ? Math.round(value) : Math.round(value * 10) / 10)
  const foretold = (part: 'expected' | 'low' | 'high'): Figure => ({
    id: part,
    value: rounded(lead[part]),
    unit,
    recipe: { kind: 'foretold', part, metric, subject, range },
  })
  const actual: Figure = {
    id: 'actual',
    value: lead.actual,
    unit,
    recipe: { kind: 'measured', metric, subject, range },
  }
  const expected = foretold('expected')
  return [
    actual,
    expected,
    foretold('low'),
    foretold('high'),
    computed({ id: 'difference', unit, rule: 'difference', of: [actual, expected] }),
    computed({ id: 'change', unit: 'change', rule: 'change', of: [actual, expected] }),
  ]
}

/** @param rate of chance that is allowed among all that is believed in one go */
export const anomalyInsight = ({ lead, also }: AnomalyEvent, rate: number): AnomalyInsight => ({
  kind: 'anomaly',
  key: `anomaly ${lead.metric} ${subjectKey(lead.subject)} ${lead.direction} ${lead.from}`,
  metric: lead.metric,
  grain: lead.grain,
  direction: lead.direction,
  subject: lead.subject,
  period: { from: lead.from, until: lead.until },
  figures: figuresOf(lead),
  stake: lead.stake,
  confidence: 1 - Math.min(rate, lead.probability * 100),
  unusual: { score: lead.score, probability: lead.probability, against: 'forecast' },
  also: also.map(({ metric, subject }) => ({ metric, subject })),
})
