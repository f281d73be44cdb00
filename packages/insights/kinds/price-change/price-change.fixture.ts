import { computed } from '../../insight/figure.ts'
import type { Sample } from '../../insight/sample.fixture.ts'
import { pick } from '../../insight/sample.fixture.ts'
import type { PriceChangeInsight } from './price-change.insight.ts'

export const sample: Sample<PriceChangeInsight> = ({ random, measured }) => {
  const prices = ['Before', 'After'].map((when) => {
    const pair = [measured(`sales${when}`, 'productSales'), measured(`units${when}`, 'productUnits')]
    return [...pair, computed({ id: `price${when}`, unit: 'price', rule: 'ratio', of: pair })]
  })
  const of = prices.flatMap((figures) => figures.slice(2)).toReversed()
  return {
    direction: pick(random, ['up', 'down']),
    figures: [...prices.flat(), computed({ id: 'change', unit: 'change', rule: 'change', of })],
  }
}
