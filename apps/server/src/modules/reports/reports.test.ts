import { beforeAll, describe, expect, test } from 'vitest'
import { ReportCatalog } from '#contract/report-catalog.ts'
import { ReportResult } from '#contract/reports.ts'
import { REPORT_DECLARATIONS } from '#reports/registry.ts'
import { registerWinery } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { API_COLUMNS } from './api-columns.fixture.ts'

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' } })
let owner: Member

beforeAll(async () => {
  owner = await registerWinery(t, { seed: 3, orders: 3_000 })
})

const runReport = (body: unknown, token = owner.token) => t.call('POST', '/reports/query', { token, body })

const answer = async (body: unknown): Promise<ReportResult> => {
  const response = await runReport(body)
  expect(response.body).not.toContain('"errors"')
  return ReportResult.parse(response.json())
}

const sql = (text: string) => t.rows(owner.accountId, text)

const orders = (more: Record<string, unknown>) => ({
  reportType: 'Orders',
  columns: [{ columnId: 'netSales' }],
  ...more,
})

describe('the catalog', () => {
  test.each(Object.entries(API_COLUMNS))('%s has all documented columns', async (reportType, promised) => {
    const response = await t.call('GET', '/reports/catalog', { token: owner.token })
    const { reportTypes } = ReportCatalog.parse(response.json())
    const columns = reportTypes.find((type) => type.reportType === reportType)?.columns.map(({ columnId }) => columnId)
    expect(columns).toEqual(expect.arrayContaining([...promised]))
  })
})

test('ranges can limit every date of a type, the usual one first, and those that menu links name', async () => {
  const response = await t.call('GET', '/reports/catalog', { token: owner.token })
  const { reportTypes } = ReportCatalog.parse(response.json())
  const datesOf = (name: string) => reportTypes.find(({ reportType }) => reportType === name)?.dateColumns
  expect(datesOf('Memberships')).toEqual(['signupDate', 'cancelledDate'])
  expect(datesOf('Orders')?.slice(0, 2)).toEqual(['orderDate', 'requestedShipDate'])
  for (const { definition, menuQuery } of REPORT_DECLARATIONS) {
    const [, name = ''] = /^(\w+)-/.exec(menuQuery.relativeDate ?? '') ?? []
    if (name === '') continue
    const dates = datesOf(definition.reportType)?.map((one) => one.toLowerCase())
    expect(dates).toContain(name.toLowerCase())
  }
})

describe('a report', () => {
  test('returns a page of records and the total count without groups and aggregations', async () => {
    const columns = ['orderNumber', 'orderDate', 'netSales'].map((columnId) => ({ columnId }))
    const result = await answer({ definition: orders({ columns }), pageSize: 7, page: 2 })
    const reference = await sql(
      `SELECT order_number, strftime(ordered_utc, '%Y-%m-%dT%H:%M:%SZ'), net_sales / 100.0 FROM orders ORDER BY source_id, service_id LIMIT 7 OFFSET 7`,
    )
    expect(result.rows).toEqual(reference)
    expect([[result.rowCount]]).toEqual(await sql('SELECT COUNT(*) FROM orders'))
  })

  test('returns one row per group and totals computed over all rows', async () => {
    const definition = {
      reportType: 'OrderLines',
      columns: ['channel', 'netSales', 'orderCount'].map((columnId) => ({ columnId })),
      groupColumns: ['channel'],
      relativeDateFilter: { relativeRange: 'ThisYear' },
    }
    const result = await answer({ definition })
    const from = "FROM order_lines WHERE ordered_local >= DATE '2026-01-01' AND ordered_local < DATE '2027-01-01'"
    const measures = 'SUM(net_sales) / 100.0, COUNT(DISTINCT order_source_id) FILTER (WHERE is_counted)'
    expect(result.rows).toEqual(await sql(`SELECT channel, ${measures} ${from} GROUP BY 1 ORDER BY 1`))
    expect([result.totals.slice(1)]).toEqual(await sql(`SELECT ${measures} ${from}`))
    expect(result.range).toMatchObject({ from: '2026-01-01', until: '2027-01-01', partial: true })
    expect(result.columns.map(({ additive }) => additive)).toEqual([false, true, false])
  })

  test('returns one row for an aggregation without groups', async () => {
    const definition = orders({ columns: [{ columnId: 'customerId', aggregation: 'Count' }] })
    expect((await answer({ definition })).rows).toEqual(
      await sql('SELECT COUNT(DISTINCT customer_source_id) FROM orders'),
    )
  })

  test('returns the top N and all others, which add up to the total', async () => {
    const definition = {
      reportType: 'OrderLines',
      columns: [{ columnId: 'productTitle' }, { columnId: 'netSales' }],
      groupColumns: ['productTitle'],
      orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
      top: 3,
    }
    const { rows, others, totals, rowCount } = await answer({ definition })
    const cents = (value: unknown) => Math.round(Number(value) * 100)
    expect(rows).toHaveLength(3)
    expect(rowCount).toBe(3)
    expect(rows.reduce((sum, [, net]) => sum + cents(net), cents(others?.[1]))).toBe(cents(totals[1]))
  })

  const PIVOT = {
    reportType: 'OrderLines',
    columns: ['channel', 'varietal', 'orderMonth', 'netSales', 'orderCount'].map((columnId) => ({ columnId })),
    groupColumns: ['channel', 'varietal', 'orderMonth'],
    pivot: { columns: ['orderMonth'] },
    relativeDateFilter: { relativeRange: 'LastQuarter' },
  }

  test('lays groups out on two axes; every subtotal is computed over its own records', async () => {
    const { pivot, range, totals } = await answer({ definition: PIVOT })
    const groups = 'GROUPING SETS ((1, 2, 3), (1, 2), (1, 3), (1), (3), ())'
    const expected = await sql(
      `SELECT channel, varietal, strftime(ordered_local, '%Y-%m') AS month, SUM(net_sales) / 100.0, COUNT(DISTINCT order_source_id) FILTER (WHERE is_counted), GROUPING(channel), GROUPING(varietal), GROUPING(month) FROM order_lines WHERE ordered_local >= DATE '${range?.from}' AND ordered_local < DATE '${range?.until}' GROUP BY ${groups.replaceAll('1', 'channel').replaceAll('2', 'varietal').replaceAll('3', 'month')}`,
    )
    const cellAt = new Map(
      expected.map(([channel, varietal, month, net, count, ofChannels, ofVarietals, ofMonths]) => {
        const down = [...(ofChannels ? [] : [channel]), ...(ofVarietals ? [] : [varietal])]
        return [JSON.stringify([down, ofMonths ? [] : [month]]), [net, count]]
      }),
    )
    expect(pivot?.columns).toEqual([['2026-01'], ['2026-02'], ['2026-03'], []])
    expect(pivot?.rows.at(-1)?.values).toEqual([])
    expect(pivot?.rows).toHaveLength(expected.filter((row) => row[7] === 1).length)
    for (const { values, cells } of pivot?.rows ?? [])
      for (const [index, column] of (pivot?.columns ?? []).entries())
        expect([values, column, cells.slice(index * 2, index * 2 + 2)]).toEqual([
          values,
          column,
          cellAt.get(JSON.stringify([values, column])) ?? [null, null],
        ])
    expect(pivot?.rows.at(-1)?.cells.slice(-2)).toEqual(totals.slice(3))
    const channels = pivot?.rows.filter(({ values }) => values.length === 1).map(({ values }) => values[0])
    expect(channels).toEqual([...new Set(pivot?.rows.flatMap(({ values }) => values.slice(0, 1)))])
  })

  test('a pivot keeps the top N of its columns, sorts rows by their totals, and compares every cell', async () => {
    const definition = {
      ...PIVOT,
      columns: ['varietal', 'orderMonth', 'netSales'].map((columnId) => ({ columnId })),
      groupColumns: ['varietal', 'orderMonth'],
      groupLimits: [{ columnId: 'varietal', top: 2, by: { columnId: 'netSales' } }],
      orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
      compare: 'previousYear',
    }
    const { pivot, previousTotals = [], totals } = await answer({ definition })
    const rows = pivot?.rows ?? []
    expect(rows.map(({ values }) => values[0] ?? null).slice(2)).toEqual(['All others', null])
    const [first = 0, second = 0] = rows.map(({ cells }) => Number(cells.at(-1)))
    expect(first).toBeGreaterThanOrEqual(second)
    const cents = (value: unknown) => Math.round(Number(value) * 100)
    for (const [place] of (pivot?.columns ?? []).entries())
      for (const period of ['cells', 'previous'] as const) {
        const column = rows.map((row) => cents(row[period]?.[place] ?? 0))
        expect(column.slice(0, 3).reduce((sum, one) => sum + one, 0)).toBe(column[3])
      }
    expect([rows.at(-1)?.cells.at(-1), rows.at(-1)?.previous?.at(-1)]).toEqual([totals[2], previousTotals[2]])
  })

  test.each([
    ['too many columns', { groupColumns: ['orderNumber', 'orderMonth'], pivot: { columns: ['orderNumber'] } }, 413],
    ['a limit of rows', { top: 3 }, 400],
    ['columns that are not grouped by', { pivot: { columns: ['brand'] } }, 400],
  ])('a pivot is rejected for %s', async (_reason, more, status) => {
    const columns = [{ columnId: 'netSales' }]
    const response = await runReport({ definition: { ...PIVOT, columns, ...more } })
    expect([response.statusCode, response.json().errors.length]).toEqual([status, 1])
  })

  test('rejects a calculation whose units have no meaning, naming its place', async () => {
    const netSales = { columnId: 'netSales' }
    const of = { operator: 'multiply', left: netSales, right: netSales }
    const definition = orders({
      columns: [{ columnId: 'squared' }],
      calculations: [{ columnId: 'squared', displayName: 'Squared', of }],
    })
    const response = await runReport({ definition })
    expect([response.statusCode, response.json().errors]).toEqual([
      400,
      [expect.objectContaining({ field: 'calculations[0]', message: expect.stringContaining('can’t be multiplied') })],
    ])
  })

  test('matches the reference SQL for the rest of a top N of measures with their own dates', async () => {
    const definition = {
      reportType: 'Memberships',
      columns: [{ columnId: 'clubName' }, { columnId: 'cancellations' }],
      groupColumns: ['clubName'],
      orderColumns: [{ columnId: 'cancellations', direction: 'desc' }],
      relativeDateFilter: { relativeRange: 'Last365Days', columnName: 'CancelledDate' },
      top: 1,
    }
    const left = "FROM memberships WHERE cancelled_local >= DATE '2025-06-18' AND cancelled_local < DATE '2026-06-18'"
    const reference = await sql(`SELECT club_name, COUNT(*) ${left} GROUP BY 1 ORDER BY 2 DESC, 1`)
    const { rows, others, totals } = await answer({ definition })
    expect(reference.length).toBeGreaterThan(1)
    expect(rows).toEqual(reference.slice(0, 1))
    expect(others).toEqual([null, reference.slice(1).reduce((sum, [, count]) => sum + Number(count), 0)])
    expect([[totals[1]]]).toEqual(await sql(`SELECT COUNT(*) ${left}`))
  })

  test('applies an additional range and filters', async () => {
    const definition = orders({ columns: [{ columnName: 'OrderCount', aggregation: 'Sum' }] })
    const filters = [{ columnId: 'CHANNEL', comparison: 'Equal', value: 'pos' }]
    const result = await answer({ definition, filters, relativeDate: 'OrderDate-Last30Days' })
    expect(result.range).toMatchObject({ from: '2026-05-19', until: '2026-06-18' })
    expect(result.rows).toEqual(
      await sql(
        "SELECT COUNT(*) FROM orders WHERE is_counted AND channel = 'pos' AND ordered_local >= DATE '2026-05-19' AND ordered_local < DATE '2026-06-18'",
      ),
    )
  })

  test('answers 304 when the ETag matches', async () => {
    const first = await answer({ definition: orders({}) })
    expect((await runReport({ definition: orders({}), known: first.etag })).json()).toMatchObject({ unchanged: true })
    expect((await answer({ definition: orders({}), page: 2, known: first.etag })).etag).not.toBe(first.etag)
  })
})

describe('an invalid definition', () => {
  test.each<[string, unknown, string]>([
    ['an unknown type', { reportType: 'Secrets', columns: [{ columnId: 'a' }] }, 'reportType'],
    ['an unknown column', orders({ columns: [{ columnId: 'passwordHash' }] }), 'columns[0]'],
    ['a column without a name', orders({ columns: [{}] }), 'columns[0]'],
    ['a group by a measure', orders({ groupColumns: ['netSales'] }), 'groupColumns[0]'],
    [
      'a plain dimension outside the groups',
      orders({ columns: [{ columnId: 'state' }], groupColumns: ['channel'] }),
      'columns[0]',
    ],
    ['the sum of a ratio', orders({ columns: [{ columnId: 'averageOrder', aggregation: 'Sum' }] }), 'columns[0]'],
    ['a filter with an invalid value', orders({ filters: [{ columnId: 'netSales', value: 'much' }] }), 'filters'],
    [
      'groups sorted by a missing column',
      orders({ columns: [{ columnId: 'channel' }], groupColumns: ['channel'], orderColumns: [{ columnId: 'state' }] }),
      'orderColumns[0]',
    ],
    [
      'a range on a column that is not a date',
      orders({ relativeDateFilter: { relativeRange: 'Today', columnName: 'State' } }),
      'relativeDateFilter.columnName',
    ],
    [
      'an unknown range',
      orders({ relativeDateFilter: { relativeRange: 'Whenever' } }),
      'relativeDateFilter.relativeRange',
    ],
    ['an unknown service', orders({ serviceId: 'none' }), 'serviceId'],
    ['a chart of a column that it lacks', orders({ chart: { kind: 'bar', x: 'state', series: [] } }), 'chart.x'],
    ['no filter where one is required', orders({ requiresFilter: true }), 'filters'],
  ])('with %s is rejected by field with 400', async (_name, definition, field) => {
    const response = await runReport({ definition })
    expect(response.statusCode).toBe(400)
    expect(response.json().errors[0]).toMatchObject({ code: 'report.invalid', field })
  })

  test.each(["'; DROP TABLE orders; --", "read_text('/etc/passwd')", '$1', '"', '%', 'PRAGMA database_list'])(
    'security 36: treats %s only as a value',
    async (value) => {
      const filters = [{ columnId: 'customerName', comparison: 'Equal', value }]
      expect((await answer({ definition: orders({ filters }) })).rows).toEqual([])
      expect((await runReport({ definition: orders({ columns: [{ columnId: value }] }) })).statusCode).toBe(400)
      expect((await runReport({ definition: orders({}), relativeDate: value })).statusCode).toBe(400)
    },
  )
})

describe('the filter bar', () => {
  const definition = orders({
    columns: ['state', 'netSales'].map((columnId) => ({ columnId })),
    groupColumns: ['state'],
    filters: ['CA', 'OR', 'WA'].map((value) => ({ columnId: 'state', value })),
    filterOperator: 'Or',
  })
  const bar = {
    dimensionFilters: [
      { columnId: 'Channel', values: ['web', 'club', null] },
      { columnId: 'state', values: ['WA'], exclude: true },
    ],
    includeClubOrders: false,
  }
  const reference = `SELECT state, SUM(net_sales) / 100.0 FROM orders
    WHERE state IN ('CA', 'OR') AND channel = 'web' GROUP BY 1 ORDER BY 1`

  test('is added to filters of the definition of which any may match', async () => {
    const rows = await sql(reference)
    expect(rows.length).toBeGreaterThan(0)
    expect((await answer({ definition, ...bar })).rows).toEqual(rows)
    expect((await answer({ definition: { ...definition, ...bar } })).rows).toEqual(rows)
  })

  test('limits the rows of an export, which names it', async () => {
    const body = { definition, ...bar, format: 'csv', details: true }
    const file = (await t.call('POST', '/reports/export', { token: owner.token, body })).body
    expect(file).toContain('Sales channel is Web or Sales channel is Club or Sales channel is blank')
    expect(file).toContain('Club orders')
    const [, , ...lines] = file.split('\n').filter((line: string) => !line.startsWith('#') && line.trim() !== '')
    expect(file).not.toContain('\nWA')
    expect(lines).toHaveLength((await sql(reference)).length)
  })

  test.each([
    ['columnId', { columnId: 'sku', values: ['x'] }, 'sku'],
    ['values[0]', { columnId: 'channel', values: ['fax'] }, 'fax'],
    ['values[1]', { columnId: 'orderMonth', values: ['2026-01', 'May'] }, 'May'],
  ])('names the %s that the report does not have', async (field, filter, named) => {
    const response = await runReport({ definition, dimensionFilters: [filter] })
    expect(response.statusCode).toBe(400)
    expect(response.json().errors).toEqual([
      expect.objectContaining({ field: `dimensionFilters[0].${field}`, message: expect.stringContaining(named) }),
    ])
  })
})
