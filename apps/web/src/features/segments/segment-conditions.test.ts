import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import { ReportDefinition, type ReportDefinitionInput } from '#contract/report-definition.ts'
import { ORDERS } from '../reports/builder/orders-type.fixture.ts'
import type { ReportTypeInfo } from '../reports/query/report-subject.ts'
import { describeConditions, nameConditions } from './segment-conditions.ts'

const formats = createFormats({ culture: 'en-US', currency: 'USD', timeZone: 'UTC' })

const column = (columnId: string, displayName: string, type: string, format = 'text') => ({
  ...{ columnId, displayName, type, format },
  kind: 'dimension',
})

const CUSTOMERS = {
  reportType: 'Customers',
  title: 'Customers',
  columns: [
    column('state', 'State', 'text'),
    column('isClubMember', 'Club member', 'boolean'),
    column('lifetimeValue', 'Lifetime value', 'currency', 'currency'),
    column('firstOrderQuarter', 'First order quarter', 'text'),
  ],
  dateColumns: ['lastOrderDate'],
}
const types = [CUSTOMERS, { ...CUSTOMERS, reportType: 'Memberships' }, ORDERS] as unknown as readonly ReportTypeInfo[]

const list = (more: Partial<ReportDefinitionInput>) =>
  ReportDefinition.parse({ reportType: 'Customers', columns: [{ columnId: 'customerName' }], ...more })

const CALIFORNIA = { columnId: 'state', value: 'CA' }
const MEMBERS = { columnId: 'isClubMember', comparison: 'IsTrue' } as const
const NO_ORDER = { of: 'Orders', count: { comparison: 'Equal', value: 0 }, dates: 'Last180Days' } as const
const SPENT = { columnId: 'lifetimeValue', comparison: 'GreaterThan', value: 1000 } as const

test.each<[string, Partial<ReportDefinitionInput>]>([
  ['Club members who didn’t order in the last 180 days', { filters: [MEMBERS], history: [NO_ORDER] }],
  ['Customers in California', { filters: [CALIFORNIA] }],
  [
    'Customers in California or Washington',
    { dimensionFilters: [{ columnId: 'state', values: ['CA', 'WA'], exclude: false }] },
  ],
  ['Customers whose lifetime value is more than $1,000.00', { filters: [SPENT] }],
  [
    'Customers whose first order quarter is Q1 2026',
    { filters: [{ columnId: 'firstOrderQuarter', value: '2026-Q1' }] },
  ],
  ['Members in California', { reportType: 'Memberships', filters: [CALIFORNIA] }],
  ['', { filterOperator: 'Or', filters: [CALIFORNIA, MEMBERS] }],
  ['', {}],
])('proposes the name %s', (name, more) => expect(nameConditions(list(more), types, formats)).toBe(name))

test('a name leaves out the conditions that it has no room for', () => {
  const long = list({ filters: [SPENT, CALIFORNIA, { columnId: 'firstOrderQuarter', value: '2026-Q1' }] })
  expect(nameConditions(long, types, formats)).toBe('Customers whose lifetime value is more than $1,000.00')
  const both = list({ filters: [CALIFORNIA], history: [{ of: 'Orders', dates: 'LastYear' }] })
  expect(nameConditions(both, types, formats)).toBe('Customers in California and who ordered last year')
})

test('conditions of which one is enough are one sentence', () => {
  const either = list({ filterOperator: 'Or', filters: [CALIFORNIA, SPENT] })
  expect(describeConditions(either, types, formats)).toEqual([
    'State is California or lifetime value is more than $1,000.00',
  ])
})

test('says each condition in a sentence, with states and quarters as everywhere', () => {
  const definition = list({
    filters: [CALIFORNIA, { columnId: 'firstOrderQuarter', value: '2026-Q1' }],
    dimensionFilters: [{ columnId: 'state', values: ['WA', null], exclude: true }],
    history: [NO_ORDER],
  })
  expect(describeConditions(definition, types, formats)).toEqual([
    'State is California',
    'First order quarter is Q1 2026',
    'People who didn’t order in the last 180 days',
    'State is not Washington or blank',
  ])
})
