import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { isFullLane } from '#testkit/lane.ts'
import { registerWinery, SAMPLE_ZONE } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { readPdf } from './read-pdf.fixture.ts'
import { readSheet } from './read-sheet.fixture.ts'

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' } })
let owner: Member

beforeAll(async () => {
  owner = await registerWinery(t, { seed: 3, orders: 3_000 })
})

const requestExport = (body: object, token = owner.token) => t.call('POST', '/reports/export', { token, body })

const sql = (text: string) => t.rows(owner.accountId, text)

const number = async (text: string) => Number((await sql(text))[0]?.[0])

const records = (csv: string): string[][] => parse(csv, { bom: true })

const dataRows = (csv: string): string[][] => records(csv).slice(1)

const sumOf = (rows: readonly (readonly string[])[], index: number) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[index]) * 100), 0)

const byBrand = {
  reportType: 'OrderLines',
  name: 'Sales by brand',
  columns: [{ columnId: 'brand' }, { columnId: 'netSales' }, { columnId: 'unitsSold' }, { columnId: 'orderCount' }],
  groupColumns: ['brand'],
}
const orderList = {
  reportType: 'Orders',
  name: 'Orders',
  columns: ['orderNumber', 'orderDate', 'orderDay', 'customerName', 'channel', 'netSales', 'tax', 'isClubOrder'].map(
    (columnId) => ({ columnId }),
  ),
}
const NET = "SELECT SUM(net_sales) FROM orders WHERE currency = 'USD'"

describe('CSV', () => {
  test('contains all records of the report and matches the SQL total', async () => {
    const response = await requestExport({ definition: orderList, format: 'csv' })
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length)
    expect(response.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const rows = dataRows(response.body)
    expect(rows.length).toBe(await number("SELECT COUNT(*) FROM orders WHERE currency = 'USD'"))
    expect(sumOf(rows, 5)).toBe(await number(NET))
    expect(sumOf(rows, 6)).toBe(await number("SELECT SUM(tax) FROM orders WHERE currency = 'USD'"))
    expect(rows.every((row) => /^-?\d+\.\d\d$/.test(row[5] ?? ''))).toBe(true)
    expect(
      rows.every((row) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(row[1] ?? '') && row[1]?.slice(0, 10) === row[2]),
    ).toBe(true)
  })

  test('is a table and nothing else: display names, then rows of equal width', async () => {
    const { body } = await requestExport({ definition: byBrand, format: 'csv' })
    const [header, ...rows] = records(body)
    expect(header).toEqual(['Brand', 'Net sales', 'Units sold', 'Orders'])
    expect(rows.length).toBe(await number('SELECT COUNT(DISTINCT COALESCE(brand, chr(0))) FROM order_lines'))
    expect(rows.every((row) => row.length === 4 && row.slice(1).every((cell) => /^-?[\d.]+$/.test(cell)))).toBe(true)
  })

  test('writes times in the zone of the account, which the header names', async () => {
    const { body } = await requestExport({ definition: orderList, format: 'csv' })
    const [header = [], ...rows] = records(body)
    expect(header.slice(0, 3)).toEqual(['Order number', 'Order date (America/Los_Angeles)', 'Order day'])
    const stored = await sql("SELECT order_number, strftime(ordered_local, '%Y-%m-%d %H:%M:%S') FROM orders")
    expect(new Map(rows.map(([order, time]) => [order, time]))).toEqual(new Map(stored.map(([a, b]) => [a, b])))
  })

  test('ends with the totals on request', async () => {
    const { body } = await requestExport({ definition: byBrand, format: 'csv', totals: true })
    const rows = dataRows(body)
    const total = rows.pop()
    expect([total?.[0], Math.round(Number(total?.[1]) * 100)]).toEqual(['Total', sumOf(rows, 1)])
    expect(total?.[3]).toBe(String(await number("SELECT COUNT(*) FROM orders WHERE is_counted AND currency = 'USD'")))
  })

  test('begins with its details as comment lines on request', async () => {
    const { body } = await requestExport({
      definition: byBrand,
      format: 'csv',
      details: true,
      from: '2026-01-01',
      until: '2026-04-01',
      filters: [{ columnId: 'channel', value: 'web' }],
    })
    const lines = body.replace('\uFEFF', '').split('\n')
    const comments = lines.filter((line) => line.startsWith('# ')).map((line) => line.slice(2))
    const rows: string[][] = parse(body, { bom: true, comment: '#' })
    expect(rows[0]).toEqual(['Brand', 'Net sales', 'Units sold', 'Orders'])
    expect(comments).toEqual([
      'Report: Sales by brand',
      expect.stringMatching(/^Account: Winery/),
      'Filters: Sales channel is Web',
      'Dates: 2026-01-01 to 2026-03-31',
      'Time zone: America/Los_Angeles',
      'Currency: USD',
      expect.stringMatching(/^Data as of: \d{4}-/),
      `Rows: ${rows.length - 1}`,
    ])
  })

  test('contains a top N and all others that add up to the total', async () => {
    const { body } = await requestExport({
      definition: { ...byBrand, top: 2, orderColumns: [{ columnId: 'netSales', direction: 'desc' }] },
      format: 'csv',
    })
    const rows = dataRows(body)
    expect([rows.length, rows[2]?.[0]]).toEqual([3, 'All others'])
    expect(sumOf(rows, 1)).toBe(
      await number(
        "SELECT SUM(l.net_sales) FROM order_lines l JOIN orders o ON o.service_id = l.service_id AND o.source_id = l.order_source_id WHERE o.currency = 'USD'",
      ),
    )
  })

  test('shows the comparison next to each measure', async () => {
    const definition = { ...byBrand, relativeDateFilter: { relativeRange: 'Last30Days', columnName: 'OrderDate' } }
    const csv = records((await requestExport({ definition, format: 'csv', compare: 'previousYear' })).body)
    expect(csv[0]?.slice(0, 3)).toEqual(['Brand', 'Net sales', 'Net sales, last year'])
    const answer = await t.call('POST', '/reports/query', {
      token: owner.token,
      body: { definition, compare: 'previousYear' },
    })
    const { rows, previous } = answer.json()
    expect(csv.slice(1, rows.length + 1).map((row) => [Number(row[1]), row[2] === '' ? null : Number(row[2])])).toEqual(
      rows.map((row: number[], index: number) => [row[1], previous[index]?.[1] ?? null]),
    )
  })

  test('keeps the displayed column order and custom names', async () => {
    const definition = {
      ...byBrand,
      columns: [{ columnId: 'brand' }, { columnId: 'netSales', displayName: 'Sales, net' }],
      columnOrder: ['netSales', 'brand'],
    }
    expect(records((await requestExport({ definition, format: 'csv' })).body)[0]).toEqual(['Sales, net', 'Brand'])
  })
})

describe('a pivot', () => {
  const definition = {
    reportType: 'OrderLines',
    name: 'Varietals by month',
    columns: ['channel', 'varietal', 'orderMonth', 'netSales'].map((columnId) => ({ columnId })),
    groupColumns: ['channel', 'varietal', 'orderMonth'],
    groupLimits: [{ columnId: 'varietal', top: 1, by: { columnId: 'netSales' } }],
    pivot: { columns: ['orderMonth'] },
    relativeDateFilter: { relativeRange: 'LastQuarter' },
  }

  test('has a column for each position across, and rows with subtotals and totals', async () => {
    const csv = records((await requestExport({ definition, format: 'csv' })).body)
    const { pivot } = (await t.call('POST', '/reports/query', { token: owner.token, body: { definition } })).json()
    const months = ['2026-01', '2026-02', '2026-03', 'Total'].map((month) => `${month} · Net sales`)
    expect(csv[0]).toEqual(['Sales channel', 'Varietal', ...months])
    expect(csv.slice(1).map((row) => row.slice(2).map(Number))).toEqual(
      pivot.rows.map(({ cells }: { cells: number[] }) => cells.map(Number)),
    )
    expect(csv.slice(-1)[0]?.slice(0, 2)).toEqual(['Total', 'Total'])
    expect(csv.filter(([, varietal]) => varietal === 'Total').length).toBe(
      pivot.rows.filter(({ values }: { values: unknown[] }) => values.length < 2).length,
    )
  })

  test('is the same table in XLSX and PDF files', async () => {
    const csv = records((await requestExport({ definition, format: 'csv' })).body)
    const sheet = readSheet((await requestExport({ definition, format: 'xlsx' })).rawPayload, 1)
    expect(sheet.map((row) => row[1]?.value)).toEqual(csv.map((row) => row[1]))
    expect(sheet.slice(1).map((row) => Number(row[5]?.value))).toEqual(csv.slice(1).map((row) => Number(row[5])))
    const texts = readPdf((await requestExport({ definition, format: 'pdf' })).rawPayload).flat()
    expect(texts).toEqual(expect.arrayContaining(['Total', 'All others']))
  })
})

describe('XLSX', () => {
  test('contains typed cells that match the SQL total', async () => {
    const response = await requestExport({ definition: orderList, format: 'xlsx' })
    expect(response.statusCode).toBe(200)
    const rows = readSheet(response.rawPayload, 1)
    const [header = [], ...data] = rows
    expect(header.map(({ value }) => value).slice(0, 2)).toEqual(['Order number', 'Order date (America/Los_Angeles)'])
    const sum = data.reduce((all, row) => all + Math.round(Number(row[5]?.value) * 100), 0)
    expect([data.length, sum]).toEqual([
      await number("SELECT COUNT(*) FROM orders WHERE currency = 'USD'"),
      await number(NET),
    ])
    const types = new Set(data.map((row) => row.map(({ type, format }) => `${type}:${format}`).join(' | ')))
    expect([...types]).toEqual([
      expect.stringMatching(
        /^s:\w+ \| n:yyyy-mm-dd hh:mm \| n:yyyy-mm-dd \| s:.* \| n:"\$"#,##0\.00;-"\$"#,##0\.00 \| n:/,
      ),
    ])
    const about = readSheet(response.rawPayload, 2)
    expect(about.map(([label]) => label?.value)).toEqual(
      expect.arrayContaining(['Report', 'Dates', 'Rows', 'Total Net sales']),
    )
    const total = about.find(([label]) => label?.value === 'Total Net sales')?.[1]
    expect([total?.type, Math.round(Number(total?.value) * 100)]).toEqual(['n', await number(NET)])
  })

  test.runIf(isFullLane)('is rejected above the row limit, with a message that suggests CSV (full lane)', async () => {
    const big = await t.register({ timeZone: SAMPLE_ZONE, currency: 'USD' })
    const orders = Array.from({ length: 100_001 }, (_, index) => orderRow({ source_id: `o${index}` }))
    await t.load(big.accountId, { orders })
    const response = await requestExport({ definition: orderList, format: 'xlsx' }, big.token)
    expect([response.statusCode, response.json().errors[0]]).toEqual([
      413,
      {
        code: 'report.too_many_rows_for_file',
        message: expect.stringContaining('100,001 rows, but XLSX files can hold only 100,000'),
      },
    ])
    expect(response.json().errors[0].message).toContain('CSV')
    const csv = await requestExport({ definition: orderList, format: 'csv' }, big.token)
    expect(dataRows(csv.body).length).toBe(100_001)
  })
})

describe('PDF', () => {
  const moneyOf = (text: string) => Math.round(Number(text.replace('−', '-').replace(/[$,]/g, '')) * 100)

  test('contains the title, a repeated header and every row, and matches the SQL total', async () => {
    const range = { from: '2026-05-01', until: '2026-06-18' }
    const definition = { ...orderList, columns: ['orderNumber', 'tax', 'netSales'].map((columnId) => ({ columnId })) }
    const response = await requestExport({ definition, format: 'pdf', ...range })
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
    const pages = readPdf(response.rawPayload)
    const where = `currency = 'USD' AND ordered_local >= '${range.from}' AND ordered_local < '${range.until}'`
    const count = await number(`SELECT COUNT(*) FROM orders WHERE ${where}`)
    expect(pages.length).toBeGreaterThan(1)
    for (const [index, texts] of pages.entries()) {
      expect(texts).toEqual(expect.arrayContaining(['Order number', 'Tax', 'Net sales']))
      expect(texts).toContain(`Page ${index + 1} of ${pages.length}`)
    }
    const amounts = pages.flat().filter((text) => /^[-−]?\$[\d,]+\.\d\d$/.test(text))
    const [total = '', ...rows] = amounts.filter((_, index) => index % 2 === 1).toReversed()
    expect([rows.length, moneyOf(total)]).toEqual([
      count,
      await number(`SELECT SUM(net_sales) FROM orders WHERE ${where}`),
    ])
    expect(rows.reduce((sum, text) => sum + moneyOf(text), 0)).toBe(moneyOf(total))
    expect(pages[0]?.join(' ').replace(/\s+/g, ' ')).toContain('May 1 – Jun 17, 2026')
  })

  test('is rejected above 5,000 rows, and prints names in other alphabets', async () => {
    const reader = await t.register({ timeZone: SAMPLE_ZONE, currency: 'EUR', culture: 'de-DE' })
    const load = async (batchId: string, names: readonly string[]) => {
      await t.load(reader.accountId, {
        orders: names.map((customer_name, index) =>
          orderRow({ source_id: `${batchId}${index}`, customer_name, currency: 'EUR', tax: 123_456 }),
        ),
      })
    }
    const NAMES = ['Łódź Dvořák', 'Иван Петров', 'Αθήνα', 'Nguyễn', 'a\nb']
    await load('few', NAMES)
    const definition = { reportType: 'Orders', columns: [{ columnId: 'customerName' }, { columnId: 'tax' }] }
    const [texts = []] = readPdf((await requestExport({ definition, format: 'pdf' }, reader.token)).rawPayload)
    expect(texts).toEqual(expect.arrayContaining(['Łódź Dvořák', 'Иван Петров', 'Αθήνα', 'Nguyễn', 'a b']))
    expect(texts.map((text) => text.replace(/\s/g, ' '))).toContain('1.234,56 €')
    await load(
      'many',
      Array.from({ length: 5_000 }, (_, index) => String(index)),
    )
    const refused = await requestExport({ definition, format: 'pdf' }, reader.token)
    expect([refused.statusCode, refused.json().errors[0].message]).toEqual([
      413,
      expect.stringMatching(/5,005 rows.*CSV/),
    ])
  })
})

test("returns 404 for another account's saved report", async () => {
  const saved = await t.call('POST', '/reports', { token: owner.token, body: { ...byBrand, isPublic: true } })
  const { id } = saved.json()
  const other = await t.register()
  expect((await requestExport({ definition: { id }, format: 'csv' })).statusCode).toBe(200)
  const refused = await requestExport({ definition: { id }, format: 'csv' }, other.token)
  expect([refused.statusCode, refused.json().errors[0].code]).toEqual([404, 'report.not_found'])
})

test('returns 400 by field for definitions outside the catalog', async () => {
  const definition = { ...byBrand, columns: [{ columnId: "x'); DROP TABLE orders; --" }] }
  const response = await requestExport({ definition, format: 'csv' })
  expect([response.statusCode, response.json().errors[0].field]).toEqual([400, 'columns[0]'])
})

test('the name of the file contains title and dates, in full and with an ASCII fallback', async () => {
  const definition = { ...byBrand, name: '../Wein & "Käse"\r\n: Ø\u202E' }
  const { headers } = await requestExport({ definition, format: 'csv', from: '2026-01-01', until: '2026-01-02' })
  expect(headers['content-disposition']).toBe(
    `attachment; filename="Wein & Kase _ 2026-01-01.csv"; filename*=UTF-8''Wein%20%26%20K%C3%A4se%20%C3%98%202026-01-01.csv`,
  )
})

test('stops the export and deletes its files when the client disconnects', async () => {
  const address = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const left = Promise.withResolvers<void>()
  const call = request(`${address}/api/reports/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
  })
  call.on('response', (response) => {
    response.once('data', () => call.destroy())
    response.once('close', () => left.resolve())
  })
  call.on('error', () => undefined)
  call.end(JSON.stringify({ definition: orderList, format: 'csv' }))
  await left.promise
  const folder = join(await t.deps.warehouse.stagingFolder(owner.accountId), 'exports')
  expect(await readdir(folder)).toEqual([])
  const open = async () => (await readdir('/proc/self/fd')).length
  const before = await open()
  await vi.waitFor(async () => expect(await open()).toBeLessThanOrEqual(before), 20_000)
})
