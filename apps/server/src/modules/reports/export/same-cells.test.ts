import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { type Cell, ReportResult } from '#contract/reports.ts'
import { registerWinery, SAMPLE_ZONE } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { readPdf } from './read-pdf.fixture.ts'
import { readSheet, type SheetValue } from './read-sheet.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
let owner: Member

beforeAll(async () => {
  owner = await registerWinery(t, { seed: 5, orders: 600 })
})

const post = (path: string, body: object) => t.call('POST', path, { token: owner.token, body })

const LABELS: Readonly<Record<string, string>> = {
  pos: 'Tasting room',
  web: 'Web',
  club: 'Club',
  phone: 'Phone',
  event: 'Event',
  reservation: 'Reservation',
  marketplace: 'Marketplace',
  wholesale: 'Wholesale',
  other: 'Other',
}
const BLANKS: Readonly<Record<string, string>> = { teamMember: 'No team member', varietal: 'No varietal' }
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The day and minute of an instant where the winery is. */
const localMinute = (instant: string): string => {
  const options = { timeZone: SAMPLE_ZONE, dateStyle: 'short', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat('sv-SE', options).format(new Date(instant))
}

interface Layout {
  readonly columns: readonly { readonly columnId: string; readonly kind: string; readonly format: string }[]
  readonly isGrouped: boolean
}

/** What a cell of the API means, in one form for every file: amounts in cents, times to the minute, names as labels. */
const meaning = ({ columns, isGrouped }: Layout, cell: Cell, index: number): string => {
  const { columnId = '', kind, format } = columns[index] ?? {}
  if (cell === null) return kind === 'dimension' && isGrouped ? (BLANKS[columnId] ?? '?') : ''
  if (typeof cell === 'number' && columnId.endsWith('Weekday')) return WEEKDAYS[cell - 1] ?? '?'
  if (typeof cell === 'number') return (Math.round(cell * 100) / 100).toFixed(2)
  if (typeof cell === 'boolean') return cell ? 'Club order' : 'Not a club order'
  return format === 'dateTime' ? localMinute(cell) : (LABELS[cell] ?? cell)
}

const isAmount = ({ kind }: { readonly kind?: string } = {}) => kind === 'measure'

const fromCsv = ({ columns }: Layout, cell: string, index: number): string => {
  if (cell !== '' && isAmount(columns[index])) return (Math.round(Number(cell) * 100) / 100).toFixed(2)
  return /^\d{4}-\d\d-\d\d \d\d:/.test(cell) ? cell.slice(0, 16) : cell
}

const EXCEL_EPOCH = Date.UTC(1899, 11, 30)

const fromXlsx = ({ columns }: Layout, cell: SheetValue | undefined, index: number): string => {
  if (cell === undefined || cell.value === '') return ''
  if (cell.type === 's') return cell.value
  if (isAmount(columns[index])) return (Math.round(Number(cell.value) * 100) / 100).toFixed(2)
  const date = new Date(EXCEL_EPOCH + Math.round(Number(cell.value) * 86_400_000)).toISOString()
  if (cell.format === 'yyyy-mm') return date.slice(0, 7)
  return cell.format === 'yyyy-mm-dd' ? date.slice(0, 10) : date.slice(0, 16).replace('T', ' ')
}

/** As the PDF and the screen print it. */
const printed = ({ columns }: Layout, text: string, index: number): string => {
  const { kind, format, columnId = '' } = columns[index] ?? {}
  if (text === '') return '—'
  if (kind === 'measure') {
    const style = format === 'currency' ? ({ style: 'currency', currency: 'USD' } as const) : {}
    const digits = { maximumFractionDigits: format === 'integer' ? 0 : 2 }
    return new Intl.NumberFormat('en-US', { ...style, ...digits }).format(Number(text)).replace('-', '−')
  }
  const dateOf = (options: Intl.DateTimeFormatOptions, day: string) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(new Date(day))
  if (format === 'dateTime')
    return dateOf({ dateStyle: 'medium', timeStyle: 'short' }, `${text.replace(' ', 'T')}Z`).replace(/\s/g, ' ')
  if (format === 'date') return dateOf({ dateStyle: 'medium' }, text)
  return columnId.endsWith('Month') ? dateOf({ month: 'short', year: 'numeric' }, `${text}-01`) : text
}

const DEFINITIONS = {
  records: {
    reportType: 'Orders',
    columns: ['orderNumber', 'orderDate', 'orderDay', 'teamMember', 'channel', 'isClubOrder', 'netSales', 'tax'],
    groupColumns: [],
    relativeDateFilter: { relativeRange: 'Last30Days' },
  },
  months: {
    reportType: 'OrderLines',
    columns: ['orderMonth', 'varietal', 'netSales', 'unitsSold'],
    groupColumns: ['orderMonth', 'varietal'],
    relativeDateFilter: { relativeRange: 'Last180Days' },
  },
  weekdays: {
    reportType: 'Orders',
    columns: ['orderWeekday', 'channel', 'netSales', 'averageOrder'],
    groupColumns: ['orderWeekday', 'channel'],
    relativeDateFilter: { relativeRange: 'Last365Days' },
  },
} as const

test.each(Object.entries(DEFINITIONS))('%s: CSV, XLSX and PDF hold the cells of the screen', async (_, spec) => {
  const definition = { ...spec, columns: spec.columns.map((columnId) => ({ columnId })) }
  const answer = ReportResult.parse((await post('/reports/query', { definition, pageSize: 500 })).json())
  const layout: Layout = { columns: answer.columns, isGrouped: spec.groupColumns.length > 0 }
  const total = answer.totals.map((cell, index) => (index === 0 ? 'Total' : cell))
  const expected = answer.rows.map((row) => row.map((cell, index) => meaning(layout, cell, index)))
  const expectedTotal = total.map((cell, index) => (cell === null ? '' : meaning(layout, cell, index)))
  expect(expected.length).toBeGreaterThan(10)
  expect(answer.rowCount).toBe(expected.length)

  const csv: string[][] = parse((await post('/reports/export', { definition, format: 'csv', totals: true })).body, {
    bom: true,
  })
  expect(csv.slice(1).map((row) => row.map((cell, index) => fromCsv(layout, cell, index)))).toEqual([
    ...expected,
    expectedTotal,
  ])

  const xlsx = readSheet((await post('/reports/export', { definition, format: 'xlsx', totals: true })).rawPayload, 1)
  const width = answer.columns.map((_column, index) => index)
  expect(xlsx.slice(1).map((row) => width.map((index) => fromXlsx(layout, row[index], index)))).toEqual([
    ...expected,
    expectedTotal,
  ])
  expect(xlsx[0]?.map(({ value }) => value)).toEqual(csv[0])

  const pages = readPdf((await post('/reports/export', { definition, format: 'pdf' })).rawPayload)
  const text = pages.flat().join(' ').replace(/\s+/g, ' ')
  const rowTexts = expected.map((row) => row.map((cell, index) => printed(layout, cell, index)).join(' '))
  expect(rowTexts.filter((row) => !text.includes(row))).toEqual([])
  expect(`${JSON.stringify([csv, xlsx])} ${text}`).not.toMatch(/\bNone\b/)
})

test('a sheet without the switch has no row of totals', async () => {
  const { columns, ...spec } = DEFINITIONS.months
  const definition = { ...spec, columns: columns.map((columnId) => ({ columnId })) }
  const sheet = readSheet((await post('/reports/export', { definition, format: 'xlsx' })).rawPayload, 1)
  expect(sheet.flat().filter(({ value }) => value === 'Total')).toEqual([])
})
