import { expect, test } from 'vitest'
import { costCoverageText } from './not-counted-text.ts'

const percent = (ratio: number) => `${(ratio * 100).toFixed(1)}%`

test.each([
  ['all costs known', 1, null],
  ['no sales, or no column of costs', null, null],
  ['a part', 0.6251, 'Costs are known for 62.5% of net sales.'],
  ['almost all is not all', 0.99999, 'Costs are known for 99.9% of net sales.'],
  ['none', 0, 'No costs are known for these sales.'],
  ['refunds without a cost', 1.2, 'Some order lines have no known cost.'],
  ['more refunds than sales', -0.5, 'Some order lines have no known cost.'],
])('%s', (_case, coverage, begins) => {
  const text = costCoverageText(coverage, percent)
  if (begins === null) expect(text).toBeNull()
  else expect(text?.startsWith(`${begins} Cost of goods sold,`)).toBe(true)
})
