import type { Sample } from '../../insight/sample.fixture.ts'
import type { DiscountLeakageInsight } from './discount-leakage.insight.ts'

export const sample: Sample<DiscountLeakageInsight> = ({ range, measured, counted }) => ({
  comparedWith: range,
  figures: [
    ...['discount', 'gross', 'discountBefore', 'grossBefore'].map((id) => measured(id, 'netSales')),
    counted('share', 'share'),
    counted('shareBefore', 'share'),
  ],
})
