import type { InsightSummary } from '#contract/insights.ts'

/** An insight as in a list, with the fields of a test. */
export const summaryOf = (given: Partial<InsightSummary> = {}): InsightSummary => ({
  insightId: 'a',
  kind: 'anomaly',
  createdUtc: '2026-03-02T12:00:00Z',
  read: false,
  dismissed: false,
  useful: null,
  subject: { kind: 'channel', label: 'Tasting room' },
  period: { from: '2026-02-23', until: '2026-03-02' },
  title: 'Tasting room sales fell',
  summary: 'The tasting room sold less than expected.',
  tone: 'bad',
  stake: 1200,
  confidence: 0.99,
  currency: 'USD',
  picture: [],
  ...given,
})
