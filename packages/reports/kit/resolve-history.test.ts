import { describe, expect, test } from 'vitest'
import { ReportDefinition, type ReportDefinitionInput } from '#contract/report-definition.ts'
import { ReportQuery } from '#contract/reports.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { filterHistory } from '#semantic/filter-columns.ts'
import { InvalidQuery } from '#semantic/query.ts'
import { resolveReport } from './resolve-report.ts'

const CALENDAR: RangeCalendar = { today: '2026-03-10', weekStart: 'monday', fiscalYearStartMonth: 1 }

type Condition = NonNullable<ReportDefinitionInput['history']>[number]

const GIFT: CustomField = { key: 'custom_gift', label: 'Gift note', record: 'orders', type: 'boolean' }

const resolve = (history: Condition[], more: Partial<ReportDefinitionInput> = {}) => {
  const definition = ReportDefinition.parse({
    reportType: 'Customers',
    columns: [{ columnId: 'customerName' }],
    history,
    ...more,
  })
  return resolveReport({ ...ReportQuery.parse({ definition }), definition }, CALENDAR, [GIFT]).query
}

const problemsOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof InvalidQuery) return error.problems
    throw error
  }
  return []
}

describe('conditions on people', () => {
  test('are among the filters of the query, with their own range as days', () => {
    const query = resolve(
      [
        { of: 'orders', filters: [{ columnId: 'Channel', value: 'pos' }], dates: 'LastYear', count: { value: 2 } },
        { of: 'OrderLines', which: 'last', dates: '2026-03-01/' },
        {
          of: 'Orders',
          filters: [{ columnId: 'custom_gift', comparison: 'IsTrue' }],
          count: { comparison: 'Equal', value: 0 },
        },
      ],
      {
        filters: [
          { columnId: 'state', value: 'CA' },
          { columnId: 'state', value: 'OR' },
        ],
        filterOperator: 'Or',
      },
    )
    expect(filterHistory(query.filter)).toEqual([
      {
        of: 'Orders',
        which: 'any',
        filters: [{ columnId: 'channel', comparison: 'Equal', value: 'pos' }],
        dates: { from: '2025-01-01', until: '2026-01-01' },
        count: { comparison: 'GreaterThanOrEqual', value: 2 },
        after: null,
      },
      {
        of: 'OrderLines',
        which: 'last',
        filters: [],
        dates: { from: '2026-03-01', until: null },
        count: { comparison: 'GreaterThanOrEqual', value: 1 },
        after: null,
      },
      expect.objectContaining({ count: { comparison: 'Equal', value: 0 }, dates: null }),
    ])
    expect(query.filter).toEqual({
      and: [{ and: [{ or: expect.any(Array) }] }, ...filterHistory(query.filter).map((history) => ({ history }))],
    })
  })

  test('are a filter where the report requires one', () => {
    expect(problemsOf(() => resolve([{ of: 'Orders' }], { requiresFilter: true }))).toEqual([])
  })

  test.each<[string, Condition, string]>([
    ['an unknown type', { of: 'Guests' }, 'history[0].of'],
    ['a type without people', { of: 'Products' }, 'history[0].of'],
    ['the people themselves', { of: 'Customers' }, 'history[0].of'],
    ['an unknown column', { of: 'Orders', filters: [{ columnId: 'varietal' }] }, 'history[0].filters[0].columnId'],
    [
      'an unknown code',
      { of: 'Orders', filters: [{ columnId: 'channel', value: 'shop' }] },
      'history[0].filters[0].value',
    ],
    [
      'a value that is no day',
      { of: 'Orders', filters: [{ columnId: 'orderDate', value: 'March' }] },
      'history[0].filters[0].value',
    ],
    [
      'no value',
      { of: 'Orders', filters: [{ columnId: 'netSales', comparison: 'LessThan' }] },
      'history[0].filters[0].value',
    ],
    [
      'text of a number',
      { of: 'Orders', filters: [{ columnId: 'tip', comparison: 'Contains', value: '1' }] },
      'history[0].filters[0].value',
    ],
    [
      'a number of many records',
      { of: 'Orders', filters: [{ columnId: 'share', value: 1 }] },
      'history[0].filters[0].value',
    ],
    ['an unknown range', { of: 'Orders', dates: 'LastSpring' }, 'history[0].dates'],
    ['days in the wrong order', { of: 'Orders', dates: '2026-03-01/2026-03-01' }, 'history[0].dates'],
    ['no days', { of: 'Orders', dates: '/' }, 'history[0].dates'],
    ['an unknown type before', { of: 'Orders', after: { of: 'Guests' } }, 'history[0].after.of'],
    ['one record after others', { of: 'Orders', which: 'last', after: { of: 'Orders' } }, 'history[0].after'],
    ['a count of one record', { of: 'Orders', which: 'first', count: { value: 2 } }, 'history[0].count'],
  ])('are refused for %s by name', (_what, condition, field) => {
    expect(problemsOf(() => resolve([condition])).map((problem) => problem.field)).toEqual([field])
  })

  test('are refused for records that belong to no person', () => {
    const products = { reportType: 'Products', columns: [{ columnId: 'productTitle' }] }
    expect(problemsOf(() => resolve([{ of: 'Orders' }], products))).toEqual([
      {
        field: 'history',
        message: 'Products aren’t linked to customers, so they can’t be filtered by customer history',
      },
    ])
  })
})
