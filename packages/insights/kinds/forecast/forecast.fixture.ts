import type { Sample } from '../../insight/sample.fixture.ts'
import { pick } from '../../insight/sample.fixture.ts'
import type { ForecastInsight } from './forecast.insight.ts'

export const sample: Sample<ForecastInsight> = ({ random, metric, forecast }) => ({
  metric,
  grain: pick(random, ['day', 'week', 'month']),
  figures: [1, 2, 3].flatMap((at) => ['expected', 'low', 'high'].map((part) => forecast(`period${at}.${part}`))),
})
