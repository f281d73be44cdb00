import { addDays } from '#domain/ranges/local-day.ts'
import { computed } from '../../insight/figure.ts'
import type { Sample } from '../../insight/sample.fixture.ts'
import type { DriverInsight } from './driver.insight.ts'

export const sample: Sample<DriverInsight> = ({ random, range, measured, minus }) => {
  const pair = [measured('after', 'netSales'), measured('before', 'netSales')]
  const groups = [1, 2].flatMap((at) => {
    const amounts = [measured(`group${at}.after`, 'netSales'), measured(`group${at}.before`, 'netSales')]
    return [...amounts, minus(`group${at}.change`, 'money', amounts)]
  })
  return {
    comparedWith: { from: addDays(range.from, -364), until: addDays(range.until, -364) },
    dimension: 'product',
    leading: ['SKU-1', 'SKU-2'],
    isClear: random() < 0.8,
    figures: [
      ...pair,
      minus('change', 'money', pair),
      computed({ id: 'changeShare', unit: 'change', rule: 'change', of: pair }),
      ...['volume', 'price', 'mix'].map((id) => measured(id, 'netSales')),
      ...groups,
    ],
  }
}
