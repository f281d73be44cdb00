import type { Sample } from '../../insight/sample.fixture.ts'
import { pick } from '../../insight/sample.fixture.ts'
import type { ReleaseResultInsight } from './release-result.insight.ts'

export const sample: Sample<ReleaseResultInsight> = ({ random, unit, measured, forecast, counted, minus }) => {
  const [actual, expected] = [measured('actual', 'clubSales'), forecast('expected')]
  return {
    result: pick(random, ['above', 'usual', 'below']),
    figures: [
      actual,
      expected,
      forecast('low'),
      forecast('high'),
      minus('difference', unit, [actual, expected]),
      counted('change', 'share'),
      counted('members'),
      counted('releases'),
    ],
  }
}
