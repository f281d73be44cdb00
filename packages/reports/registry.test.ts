import { describe, expect, test } from 'vitest'
import { ReportDefinition } from '#contract/report-definition.ts'
import { ReportQuery } from '#contract/reports.ts'
import type { MenuItem } from '#domain/navigation.ts'
import { findBuiltInReport, REPORTS } from './built-in-reports.ts'
import { resolveReport } from './kit/resolve-report.ts'
import { MENU, PAGES, routeAccess } from './navigation.ts'

const SAVED = ['/reports/my-reports', '/reports/shared-reports']

const pathsOf = (items: readonly MenuItem[]): string[] =>
  items.flatMap(({ href, children }) => (href === null ? pathsOf(children) : [href]))

const named = REPORTS.map((report) => ({ name: `${report.group}/${report.slug}`, report }))

const request = (slug: string) => ReportQuery.parse({ definition: { builtin: slug } })

const calendar = (fiscalYearStartMonth: number, today = '2026-03-10') =>
  ({ today, weekStart: 'monday', fiscalYearStartMonth }) as const

test('the menu lists the built-in reports in order', () => {
  const pages = pathsOf(MENU).filter((path) => path.startsWith('/reports/') && !SAVED.includes(path))
  expect(REPORTS.map(({ path }) => path)).toEqual(pages)
})

describe.each(named)('$name', ({ name, report }) => {
  const { definition } = report
  const columnIds = definition.columns.map(({ columnId }) => columnId ?? '')

  test('has a name and a page title', () => {
    expect(findBuiltInReport(name)).toBe(report)
    expect(PAGES.get(report.path)?.title).toBeTruthy()
  })

  test.each([1, 2, 7, 12])('requests existing columns when the fiscal year starts in month %i', (month) => {
    const { query } = resolveReport({ ...request(name), definition }, calendar(month))
    expect(query.columns.map(({ columnId }) => columnId)).toEqual(columnIds)
  })

  test('has a definition that can be saved', () => {
    expect(ReportDefinition.parse(JSON.parse(JSON.stringify(definition)))).toEqual(
      JSON.parse(JSON.stringify(definition)),
    )
  })

  test('links, column order and chart refer to its own columns', () => {
    const linked = definition.columns.flatMap(({ hyperlink }) =>
      [...(hyperlink ?? '').matchAll(/\{(\w+)\}/g)].map(([, columnId]) => columnId),
    )
    const drawn = definition.chart === null ? [] : [definition.chart.x, ...definition.chart.series]
    expect(columnIds).toEqual(expect.arrayContaining([...linked, ...definition.columnOrder, ...drawn]))
  })

  test('shows net sales where it needs no scrolling', () => {
    const shown = definition.columnOrder.length > 0 ? definition.columnOrder : columnIds
    expect(shown.indexOf('netSales')).toBeLessThanOrEqual(6)
  })

  test('links point to pages', () => {
    const paths = definition.columns.flatMap(({ hyperlink }) => hyperlink?.split('?')[0] ?? [])
    expect(paths.filter((path) => routeAccess(path) === null)).toEqual([])
  })
})

describe('sales trends', () => {
  const trends = findBuiltInReport('sales/sales-trends')
  const resolvedRange = (more: object, month: number, today: string) => {
    if (trends === null) throw new Error('There are no sales trends')
    const { range } = resolveReport(
      { ...request('sales/sales-trends'), ...more, definition: trends.definition },
      calendar(month, today),
    )
    return range && [range.from, range.until]
  }

  test.each([
    [1, '2026-03-10', ['2024-01-01', '2027-01-01']],
    [7, '2026-03-10', ['2023-07-01', '2026-07-01']],
    [7, '2026-07-01', ['2024-07-01', '2027-07-01']],
    [12, '2026-03-10', ['2023-12-01', '2026-12-01']],
  ])('with fiscal years from month %i, cover on %s this year and the previous two', (month, today, expected) => {
    expect(resolvedRange({}, month, today)).toEqual(expected)
  })

  test('use the range of the request instead', () => {
    expect(resolvedRange({ relativeDate: 'OrderDate-None' }, 1, '2026-03-10')).toBeNull()
    expect(resolvedRange({ from: '2026-01-01', until: '2026-02-01' }, 1, '2026-03-10')).toEqual([
      '2026-01-01',
      '2026-02-01',
    ])
  })
})
