import { expect, test } from 'vitest'
import type { CustomField } from '#domain/custom-fields.ts'
import type { Comparison } from '#domain/report-terms.ts'
import { ask } from './ask.ts'
import type { ValueIndex } from './value-index.ts'

const FIELDS: readonly CustomField[] = [
  { key: 'custom_cask', label: 'Cask', record: 'orders', type: 'text' },
  { key: 'custom_freight', label: 'Freight cost', record: 'orders', type: 'money' },
  { key: 'custom_racked', label: 'Racked on', record: 'orders', type: 'date' },
  { key: 'custom_tier', label: 'Loyalty tier', record: 'customers', type: 'text' },
  { key: 'custom_gift', label: 'Gift note', record: 'orders', type: 'boolean' },
  { key: 'custom_weight', label: 'Bottle weight', record: 'products', type: 'number' },
]

const CONTEXT = {
  calendar: { today: '2026-03-10', weekStart: 'monday', fiscalYearStartMonth: 1 },
  values: {},
} as const

const understood = (question: string, values: ValueIndex = {}) => {
  const answer = ask(question, { ...CONTEXT, values, customFields: FIELDS })
  if ('definition' in answer) return answer
  throw new Error(`not answered: ${question}`)
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

const OWN_VALUES = {
  custom_cask: ['North', 'No', 'club', 'New French oak', 'south', 'South'],
  custom_tier: ['Gold', 'No'],
}

test.each<[string, string, readonly (readonly [string, Comparison, string | null])[], readonly string[]]>([
  ['net sales where cask is North', 'Orders', [['custom_cask', 'Equal', 'North']], []],
  ['net sales where cask = north by state', 'Orders', [['custom_cask', 'Equal', 'North']], ['state']],
  ['orders with cask no', 'Orders', [['custom_cask', 'Equal', 'No']], []],
  ['orders with loyalty tier no', 'Orders', [['custom_tier', 'Equal', 'No']], []],
  ['net sales where cask is club', 'Orders', [['custom_cask', 'Equal', 'club']], []],
  ['net sales of New French oak last month', 'Orders', [['custom_cask', 'Equal', 'New French oak']], []],
  ['net sales by cask gold', 'Orders', [['custom_tier', 'Equal', 'Gold']], ['custom_cask']],
  ['orders with gift note yes', 'Orders', [['custom_gift', 'IsTrue', null]], []],
  ['net sales where gift note is no by month', 'Orders', [['custom_gift', 'IsFalse', null]], ['orderMonth']],
])('a text or yes/no field is a filter by its value: %s', (question, reportType, filters, groups) => {
  const { definition } = understood(question, OWN_VALUES)
  expect(definition.reportType).toBe(reportType)
  expect(definition.filters.map(({ columnId, comparison, value }) => [columnId, comparison, value])).toEqual(filters)
  expect(definition.groupColumns).toEqual(groups)
  expect(definition.dimensionFilters).toEqual([])
})

test('a value in two spellings is either of them', () => {
  const { definition } = understood('net sales where cask is south', OWN_VALUES)
  expect(definition.filters).toEqual([])
  expect(definition.dimensionFilters).toEqual([{ columnId: 'custom_cask', values: ['south', 'South'], exclude: false }])
})

test.each([
  ['a value of no field', 'net sales where cask is West', ['West']],
  ['a value in two spellings, without the name of its field', 'net sales of south', ['south']],
])('does not understand %s', (_name, question, words) => {
  expect(ask(question, { ...CONTEXT, values: OWN_VALUES, customFields: FIELDS })).toMatchObject({
    notUnderstood: words,
  })
})

test.each([
  ['net sales where cask is north', 'with cask North'],
  ['orders with gift note yes', 'with gift note Yes'],
])('explains the filter of %j', (question, words) => {
  expect(understood(question, OWN_VALUES).explanation).toContain(words)
})

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
