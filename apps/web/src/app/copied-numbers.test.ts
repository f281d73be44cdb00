import { expect, test } from 'vitest'
import { withTypedMinus } from './copied-numbers.ts'

test.each([
  ['−5', '-5'],
  ['−$1,204.50', '-$1,204.50'],
  ['−CA$12', '-CA$12'],
  ['Refunds\t−12.0%\t−3', 'Refunds\t-12.0%\t-3'],
])('the minus of a copied number is typed with a hyphen: %s', (shown, typed) => {
  expect(withTypedMinus(shown)).toBe(typed)
})

test.each(['Gross sales − discounts', 'Nov 1 – 20', '—', 'Pinot noir'])('other text is copied as it is: %s', (text) => {
  expect(withTypedMinus(text)).toBe(text)
})
