import type { Sample } from '../../insight/sample.fixture.ts'
import type { GoalPaceInsight } from './goal-pace.insight.ts'

export const sample: Sample<GoalPaceInsight> = ({ random, metric, unit, measured, forecast, counted }) => ({
  metric,
  chance: random(),
  figures: [
    measured('actual'),
    ...['expected', 'low', 'high'].map(forecast),
    { ...counted('goal'), unit },
    counted('share', 'share'),
    counted('daysLeft', 'days'),
  ],
})
