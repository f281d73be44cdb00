import type { Sample } from '../../insight/sample.fixture.ts'
import { pick } from '../../insight/sample.fixture.ts'
import type { StoppedSellingInsight } from './stopped-selling.insight.ts'

export const sample: Sample<StoppedSellingInsight> = ({ random, measured, forecast, counted }) => ({
  isSoldOut: pick(random, [true, false, null]),
  figures: [measured('actual'), forecast('expected'), counted('days', 'days')],
})
