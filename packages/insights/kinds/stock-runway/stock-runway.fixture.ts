import type { Sample } from '../../insight/sample.fixture.ts'
import type { StockRunwayInsight } from './stock-runway.insight.ts'

export const sample: Sample<StockRunwayInsight> = ({ random, counted }) => ({
  isOverPromised: random() < 0.5,
  figures: [
    ...['available', 'promised', 'onHand', 'reserved', 'byHand', 'pace'].map((id) => counted(id)),
    counted('paceDays', 'days'),
    ...['runway', 'soonest', 'latest'].map((id) => counted(id, 'weeks')),
  ],
})
