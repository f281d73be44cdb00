import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import { sourceText } from './source-checks.tsx'

const formats = createFormats({ culture: 'en-US', currency: 'USD' })
const stored = { orders: 2_146, refunds: 65, netSales: 57_515 }
const check = { serviceId: 's1', name: 'Shop', stored, source: stored, matches: true }

test('says whether stored orders are those that the source gave', () => {
  expect(sourceText(check, formats)).toBe(
    'Shop: 2,146 orders and 65 refunds, $57,515.00 net sales. Same as in the source.',
  )
  const source = { orders: 1, refunds: 0, netSales: 10 }
  expect(sourceText({ ...check, source, matches: false }, formats)).toBe(
    'Shop: the source reports 1 order, $10.00 net sales; Cuvee has 2,146 orders and 65 refunds, $57,515.00 net sales',
  )
  expect(sourceText({ ...check, source: null, matches: null }, formats)).toBe('Shop: can’t be checked for these dates')
})
