import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import type { ValueIndex } from './value-index.ts'

const OWN_VALUES: ValueIndex = { ownChannel: ['Newsletter', 'Wine Train'], ownOrderType: ['Library release'] }

const understood = (question: string, values: ValueIndex = OWN_VALUES) => {
  const calendar = { today: '2026-03-10', weekStart: 'monday', fiscalYearStartMonth: 1 } as const
  const answer = ask(question, { calendar, values })
  if ('definition' in answer) return answer
  throw new Error(`not answered: ${question}`)
}

test.each([
  ['net sales by channel', OWN_VALUES, ['ownChannel']],
  ['orders by order type', OWN_VALUES, ['ownOrderType']],
  ['orders by fulfillment status', OWN_VALUES, ['fulfillmentStatus']],
  ['net sales by channel', {}, ['channel']],
  ['net sales by channel', { ownChannel: [] }, ['channel']],
] as const)('%s, with %j, groups by the account’s own codes where it has some', (question, values, groups) => {
  expect(understood(question, values).definition.groupColumns).toEqual(groups)
})

test.each([
  ['newsletter sales this year', 'ownChannel', 'Newsletter', 'Newsletter'],
  ['orders from the wine train last month', 'ownChannel', 'Wine Train', 'Wine Train'],
  ['library release orders', 'ownOrderType', 'Library release', 'Library release'],
  ['web sales this year', 'channel', 'web', 'Web'],
])('%s is limited by label', (question, columnId, value, shown) => {
  const { definition, explanation } = understood(question)
  expect(definition.filters).toEqual([{ columnId, comparison: 'Equal', value }])
  expect(explanation).toContain(shown)
})

test('reads a varietal of a name that objects inherit', () => {
  const { definition } = understood('sales of constructor this year', { varietal: ['constructor', 'toString'] })
  expect(definition.filters).toEqual([{ columnId: 'varietal', comparison: 'Equal', value: 'constructor' }])
})
