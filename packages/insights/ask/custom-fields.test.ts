import { expect, test } from 'vitest'
import type { CustomField } from '#domain/custom-fields.ts'
import { ask } from './ask.ts'

const FIELDS: readonly CustomField[] = [
  { key: 'custom_cask', label: 'Cask', record: 'orders', type: 'text' },
  { key: 'custom_freight', label: 'Freight cost', record: 'orders', type: 'money' },
  { key: 'custom_racked', label: 'Racked on', record: 'orders', type: 'date' },
  { key: 'custom_tier', label: 'Loyalty tier', record: 'customers', type: 'text' },
  { key: 'custom_weight', label: 'Bottle weight', record: 'products', type: 'number' },
]

const CONTEXT = {
  calendar: { today: '2026-03-10', weekStart: 'monday', fiscalYearStartMonth: 1 },
  values: {},
} as const

const understood = (question: string) => {
  const answer = ask(question, { ...CONTEXT, customFields: FIELDS })
  if ('notUnderstood' in answer) throw new Error(`not understood: ${answer.notUnderstood.join(', ')}`)
  return answer
}

test.each([
  ['net sales by cask', 'Orders', ['custom_cask', 'netSales'], ['custom_cask']],
  ['orders by racked on month', 'Orders', ['custom_racked_Month', 'orderCount'], ['custom_racked_Month']],
  ['net sales by loyalty tier', 'Orders', ['custom_tier', 'netSales'], ['custom_tier']],
])('a custom field is a group: %s', (question, reportType, columns, groups) => {
  const { definition } = understood(question)
  expect(definition.reportType).toBe(reportType)
  expect(definition.columns.map(({ columnId }) => columnId)).toEqual(columns)
  expect(definition.groupColumns).toEqual(groups)
})

test.each([
  ['freight cost by state', 'Orders', 'custom_freight', 'Sum'],
  ['total freight cost by state', 'Orders', 'custom_freight', 'Sum'],
  ['average freight cost by state', 'Orders', 'custom_freight', 'Avg'],
  ['largest freight cost by state', 'Orders', 'custom_freight', 'Max'],
  ['lowest bottle weight by category', 'Products', 'custom_weight', 'Min'],
])(
  'a number is a measure, added up unless the question says otherwise: %s',
  (question, reportType, columnId, aggregation) => {
    const { definition } = understood(question)
    expect(definition.reportType).toBe(reportType)
    expect(definition.columns.at(-1)).toEqual({ columnId, aggregation })
    expect(definition.orderColumns).toEqual([{ columnId, direction: 'desc' }])
  },
)

test('a measure without groups is one row', () => {
  const { definition } = understood('freight cost last month')
  expect(definition.columns).toEqual([{ columnId: 'custom_freight', aggregation: 'Sum' }])
  expect(definition.relativeDateFilter?.relativeRange).toBe('LastMonth')
})

test('a number is a filter', () => {
  const { definition } = understood('states with freight cost over $25')
  expect(definition.filters).toEqual([{ columnId: 'custom_freight', comparison: 'GreaterThan', value: 25 }])
})

test('explains a field by its label', () => {
  expect(understood('average freight cost by cask').explanation).toContain('Average freight cost by cask')
})

test('labels are no words for an account without them', () => {
  expect(ask('net sales by cask', CONTEXT)).toMatchObject({ notUnderstood: ['cask'] })
})

test('a label cannot redefine a word of the vocabulary', () => {
  const fields: readonly CustomField[] = [{ key: 'custom_sales', label: 'Sales', record: 'orders', type: 'number' }]
  const answer = ask('sales by state', { ...CONTEXT, customFields: fields })
  expect('definition' in answer && answer.definition.columns.at(-1)?.columnId).toBe('netSales')
})

test.each(["'; DROP TABLE orders; --", '🍷', '{"a":1}', '', '   '])('a label of %j breaks no question', (label) => {
  const fields: readonly CustomField[] = [{ key: 'custom_x', label, record: 'orders', type: 'number' }]
  expect(ask('net sales by state', { ...CONTEXT, customFields: fields })).toHaveProperty('definition')
})
