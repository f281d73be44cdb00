import { computed } from '../../insight/figure.ts'
import type { Sample } from '../../insight/sample.fixture.ts'
import { pick } from '../../insight/sample.fixture.ts'
import type { AnomalyInsight } from './detect-anomalies.ts'

export const sample: Sample<AnomalyInsight> = ({ random, metric, subject, unit, measured, forecast, minus }) => {
  const [actual, expected] = [measured('actual'), forecast('expected')]
  return {
    metric,
    grain: pick(random, ['day', 'week', 'month']),
    direction: pick(random, ['up', 'down']),
    also: [{ metric, subject }],
    figures: [
      actual,
      expected,
      forecast('low'),
      forecast('high'),
      minus('difference', unit, [actual, expected]),
      computed({ id: 'change', unit: 'change', rule: 'change', of: [actual, expected] }),
    ],
  }
}
