import { describe, expect, test } from 'vitest'
import { ReportDefinition, type ReportDefinitionInput } from '#contract/report-definition.ts'
import { ReportQuery } from '#contract/reports.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { InvalidQuery } from '#semantic/query.ts'
import { type FoundDefinition, resolveReport } from './resolve-report.ts'

const CALENDAR: RangeCalendar = { today: '2026-03-10', weekStart: 'monday', fiscalYearStartMonth: 1 }

type Call = Partial<Omit<ReportQuery, 'definition'>> & Pick<FoundDefinition, 'serviceIds'>

const resolve = (definition: Partial<ReportDefinitionInput>, { serviceIds, ...call }: Call = {}) => {
  const parsed = ReportDefinition.parse({ reportType: 'Orders', columns: [{ columnId: 'netSales' }], ...definition })
  const found = { ...parsed, ...(serviceIds ? { serviceIds } : {}) }
  return resolveReport({ ...ReportQuery.parse({ definition: parsed, ...call }), definition: found }, CALENDAR).query
}

const rejectedFields = (work: () => unknown): string[] => {
  try {
    work()
  } catch (error) {
    if (error instanceof InvalidQuery) return error.problems.map(({ field }) => field)
    throw error
  }
  return []
}

test('a chart names columns of its report', () => {
  const chart = { kind: 'bar' as const, x: 'state', series: ['netSales', 'tip'] }
  expect(rejectedFields(() => resolve({ chart }))).toEqual(['chart.x', 'chart.series[1]'])
  expect(resolve({ chart: { kind: 'bar', x: null, series: ['NETSALES'] } }).columns).toHaveLength(1)
})

describe('the top N of a group column', () => {
  const limit = { columnId: 'state', top: 5, by: { columnId: 'netSales' } }
  const byState = { columns: [{ columnId: 'netSales' }], groupColumns: ['State', 'orderMonth'] }

  test('is ranked over the filters and dates of the report, the highest first unless it says otherwise', () => {
    const query = resolve({
      ...byState,
      groupLimits: [limit],
      filters: [{ columnId: 'channel', value: 'web' }],
      relativeDateFilter: { relativeRange: 'Last7Days' },
    })
    const { filter, range } = query
    const by = { columnId: 'netSales', aggregation: 'None' }
    expect(query.groupLimits).toEqual([{ columnId: 'state', top: 5, by, direction: 'desc', filter, range }])
    expect(range).not.toBeNull()
  })

  test.each([
    ['a column that is not grouped by', { ...limit, columnId: 'channel' }, 'groupLimits[0]'],
    ['a period', { ...limit, columnId: 'orderMonth' }, 'groupLimits[0]'],
    ['an unknown column', { ...limit, columnId: 'nothing' }, 'groupLimits[0]'],
    ['a ranking by text', { ...limit, by: { columnId: 'channel' } }, 'groupLimits[0].by'],
    [
      'a ranking by the sum of a ratio',
      { ...limit, by: { columnId: 'averageOrder', aggregation: 'Sum' as const } },
      'groupLimits[0].by',
    ],
  ])('is rejected for %s', (_reason, groupLimit, field) => {
    expect(rejectedFields(() => resolve({ ...byState, groupLimits: [groupLimit] }))).toEqual([field])
  })

  test('is at most one for a column', () => {
    expect(rejectedFields(() => resolve({ ...byState, groupLimits: [limit, limit] }))).toEqual(['groupLimits[1]'])
  })
})

describe('columns', () => {
  test('are named by ID or name, case-insensitively', () => {
    const query = resolve({
      columns: [{ columnName: 'NetSales' }, { columnId: 'CHANNEL' }],
      groupColumns: ['Channel'],
      filters: [{ columnName: 'ISREFUND', comparison: 'IsFalse' }],
      orderColumns: [{ columnName: 'netsales', direction: 'desc' }],
      relativeDateFilter: { relativeRange: 'Last7Days', columnName: 'ORDERDATE' },
    })
    expect(query.columns.map(({ columnId }) => columnId)).toEqual(['netSales', 'channel'])
    expect(query.groupBy).toEqual(['channel'])
    expect(query.sort).toEqual([{ column: 0, direction: 'desc' }])
    expect(query.range).toEqual({ columnId: 'orderDate', from: '2026-03-04', until: '2026-03-11' })
  })

  test('use the aggregation of the definition unless they have their own', () => {
    const columns = [{ columnId: 'netSales' }, { columnId: 'total', aggregation: 'Max' as const }, { columnId: 'tip' }]
    const aggregations = [
      { columnName: 'NetSales', aggregation: 'Avg' as const },
      { columnId: 'total', aggregation: 'Min' as const },
    ]
    const query = resolve({ columns, aggregations })
    expect(query.columns.map(({ aggregation }) => aggregation)).toEqual(['Avg', 'Max', 'None'])
    expect(query.grain).toBe('groups')
  })

  test('may appear twice with different aggregations; a sort applies to the first', () => {
    const columns = (['Max', 'Min'] as const).map((aggregation) => ({ columnId: 'netSales', aggregation }))
    expect(resolve({ columns, orderColumns: [{ columnId: 'netSales' }] }).sort).toEqual([
      { column: 0, direction: 'asc' },
    ])
  })
})

describe('a sort', () => {
  test('of the request replaces that of the definition', () => {
    const query = resolve(
      { orderColumns: [{ columnId: 'netSales' }] },
      { sort: [{ columnId: 'state', direction: 'desc' }] },
    )
    expect(query.sort).toEqual([{ columnId: 'state', direction: 'desc' }])
  })

  test('may use any hidden column of records, but only group columns of groups', () => {
    const groups = { groupColumns: ['channel', 'state'], columns: [{ columnId: 'netSales' }] }
    expect(resolve({ ...groups, orderColumns: [{ columnId: 'state' }] }).sort).toEqual([
      { columnId: 'state', direction: 'asc' },
    ])
    expect(rejectedFields(() => resolve({ ...groups, orderColumns: [{ columnId: 'tip' }] }))).toEqual([
      'orderColumns[0]',
    ])
  })
})

test('dates that a definition keeps limit the named column, and are compared as days chosen by hand', () => {
  const relativeDateFilter = { relativeRange: '2026-01-10/2026-02-01', columnName: 'RequestedShipDate' }
  const range = { columnId: 'requestedShipDate', from: '2026-01-10', until: '2026-02-01' }
  expect(resolve({ relativeDateFilter }).range).toEqual(range)
  const backwards = { relativeRange: '2026-02-01/2026-01-10' }
  expect(rejectedFields(() => resolve({ relativeDateFilter: backwards }))).toEqual(['relativeDateFilter.relativeRange'])
})

describe('filters', () => {
  test('on a column with codes name one of them, in the definition and in the request', () => {
    const shop = { columnId: 'channel', value: 'shop' }
    expect(rejectedFields(() => resolve({ filters: [shop] }))).toEqual(['filters[0].value'])
    expect(rejectedFields(() => resolve({}, { filters: [{ ...shop, comparison: 'NotEqual' }] }))).toEqual([
      'filters[0].value',
    ])
    for (const comparison of ['Contains', 'GreaterThan'] as const)
      expect(rejectedFields(() => resolve({ filters: [{ ...shop, comparison }] }))).toEqual([])
    expect(rejectedFields(() => resolve({ filters: [{ columnId: 'channel', value: null }] }))).toEqual([])
  })

  const spent = { columnId: 'netSales', comparison: 'GreaterThan' as const, value: 100 }
  const onWeb = { columnId: 'channel', value: 'web' }

  test('on a measure apply to records in a list and to groups when grouped', () => {
    expect(resolve({ filters: [spent, onWeb] })).not.toHaveProperty('having')
    const grouped = resolve({ groupColumns: ['state'], filters: [spent, onWeb] })
    expect(grouped.having).toEqual({ and: [{ and: [spent] }] })
    expect(grouped.filter).toEqual({ and: [{ and: [{ ...onWeb, comparison: 'Equal' }] }] })
  })

  test('on measures and other columns cannot be combined by Or when grouped', () => {
    const either = { filters: [spent, onWeb], filterOperator: 'Or' as const }
    expect(rejectedFields(() => resolve({ ...either, groupColumns: ['state'] }))).toEqual(['filterOperator'])
    expect(rejectedFields(() => resolve(either))).toEqual([])
  })

  test('on a measure apply to the records of a grouped report if they say so', () => {
    const largeOrders = { ...spent, appliesTo: 'records' as const }
    const query = resolve({ groupColumns: ['state'], filters: [largeOrders, onWeb] })
    expect(query.filter).toEqual({ and: [{ and: [spent, { ...onWeb, comparison: 'Equal' }] }] })
    expect(query).not.toHaveProperty('having')
    const both = resolve({ groupColumns: ['state'], filters: [largeOrders, { ...spent, appliesTo: 'groups' }] })
    expect([both.filter, both.having]).toEqual([{ and: [{ and: [spent] }] }, { and: [{ and: [spent] }] }])
    const either = resolve({ groupColumns: ['state'], filters: [largeOrders, onWeb], filterOperator: 'Or' })
    expect(either.filter).toMatchObject({ and: [{ or: [spent, onWeb] }] })
  })

  test.each([
    ['groups of a report without groups', { filters: [{ ...spent, appliesTo: 'groups' as const }] }],
    [
      'groups by a column that is no measure',
      { groupColumns: ['state'], filters: [{ ...onWeb, appliesTo: 'groups' as const }] },
    ],
  ])('do not apply to %s', (_, definition) => {
    expect(rejectedFields(() => resolve(definition))).toEqual(['filters[0]'])
  })

  test('on groups and on records cannot be alternatives, and the message names both and the way out', () => {
    const either = { groupColumns: ['state'], filters: [spent, onWeb], filterOperator: 'Or' as const }
    expect(() => resolve(either)).toThrow(
      /Net sales filters groups and Sales channel filters records.*Match all filters”, or apply the filter on Net sales to records/,
    )
  })

  test('of the request are combined by And with alternatives of the definition', () => {
    const query = resolve({ filters: [spent, onWeb], filterOperator: 'Or' }, { filters: [onWeb] })
    expect(query.filter).toMatchObject({ and: [{ or: [spent, onWeb] }, onWeb] })
  })

  test('or a range are required by a report with requiresFilter', () => {
    const open = { requiresFilter: true }
    expect(rejectedFields(() => resolve(open))).toEqual(['filters'])
    expect(rejectedFields(() => resolve({ ...open, filters: [onWeb] }))).toEqual([])
    expect(rejectedFields(() => resolve({ ...open, groupColumns: ['state'], filters: [spent] }))).toEqual([])
    expect(rejectedFields(() => resolve(open, { relativeDate: 'OrderDate-Today' }))).toEqual([])
  })
})

describe('a service', () => {
  test('is the given one, those of the given type, or all', () => {
    expect(resolve({})).not.toHaveProperty('serviceIds')
    expect(resolve({ serviceId: 'a' }).serviceIds).toEqual(['a'])
    expect(resolve({ serviceType: 'csv' }, { serviceIds: ['a', 'b'] }).serviceIds).toEqual(['a', 'b'])
    expect(resolve({ serviceType: 'csv', serviceId: 'b' }, { serviceIds: ['a', 'b'] }).serviceIds).toEqual(['b'])
    expect(resolve({ serviceType: 'csv' }).serviceIds).toEqual([])
  })
})

test('a range applies to date columns only', () => {
  const members = { reportType: 'Memberships', columns: [{ columnId: 'memberCount' }] }
  const limited = resolve(members, { relativeDate: 'CancelledDate-Today' })
  expect(limited.range).toEqual({ columnId: 'cancelledDate', from: '2026-03-10', until: '2026-03-11' })
  expect(rejectedFields(() => resolve(members, { relativeDate: 'ClubName-Today' }))).toEqual([
    'relativeDateFilter.columnName',
  ])
  expect(rejectedFields(() => resolve(members, { relativeDate: 'CancelledMonth-Today' }))).toEqual([
    'relativeDateFilter.columnName',
  ])
})

test('reports every invalid field at once', () => {
  const wrong = { columns: [{ columnId: 'x' }], groupColumns: ['y'], filters: [{ columnId: 'z' }], orderColumns: [{}] }
  expect(rejectedFields(() => resolve(wrong))).toEqual([
    'columns[0]',
    'groupColumns[0]',
    'filters[0]',
    'orderColumns[0]',
  ])
})
