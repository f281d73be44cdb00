import type { Sample } from '../../insight/sample.fixture.ts'
import { pick } from '../../insight/sample.fixture.ts'
import type { CustomerMixInsight } from './customer-mix.insight.ts'

export const sample: Sample<CustomerMixInsight> = ({ random, range, counted }) => ({
  direction: pick(random, ['up', 'down']),
  comparedWith: range,
  figures: [
    ...['newNow', 'buyersNow', 'newThen', 'buyersThen'].map((id) => counted(id)),
    counted('share', 'share'),
    counted('shareBefore', 'share'),
  ],
})
