import { beforeAll, describe, expect, test } from 'vitest'
import type { WidgetData } from '#contract/dashboards.ts'
import type { SavedReport } from '#contract/saved-reports.ts'
import { addColleague } from '#server/modules/team/colleague.fixture.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { lineRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'

// Today is June 17, 2026.
const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
let owner: Member

/** Paid orders; amounts in cents. */
const ORDERS = [
  { day: '2026-06-02', channel: 'pos', amount: 10_000 },
  { day: '2026-06-10', channel: 'pos', amount: 5_000 },
  { day: '2026-06-12', channel: 'web', amount: 2_500 },
  { day: '2026-06-15', channel: 'club', amount: 40_000 },
  { day: '2026-05-20', channel: 'web', amount: 7_000 },
  { day: '2025-06-10', channel: 'pos', amount: 1_000 },
]

/** Net sales of these orders, by SQL over the stored rows; in dollars. */
const sumOf = async (condition: string): Promise<number> => {
  const orders = `SELECT source_id FROM orders WHERE ${condition}`
  const sql = `SELECT sum(amount) FROM order_lines WHERE order_source_id IN (${orders})`
  const rows = await t.rows(owner.accountId, sql)
  return Number(rows[0]?.[0] ?? 0) / 100
}

interface Line {
  readonly data: WidgetData
  readonly range: { readonly from: string; readonly until: string } | null
  readonly error?: { readonly code: string; readonly message: string }
  readonly notApplied?: { readonly label: string; readonly reason: string }[]
}

type Props = Readonly<Record<string, unknown>>

const tile = async ({ token }: Pick<Member, 'token'>, type: string, props: Props, bar: object = {}): Promise<Line> => {
  const body = { ...bar, widgets: [{ id: 'w', type, props }] }
  const response = await t.call('POST', '/dashboards/data', { token, body })
  expect(response.statusCode).toBe(200)
  return JSON.parse(response.body)
}

const BY_CHANNEL = {
  reportType: 'Orders',
  columns: [{ columnId: 'channel' }, { columnId: 'netSales' }],
  groupColumns: ['channel'],
  orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
  relativeDateFilter: { relativeRange: 'ThisMonth', columnName: 'OrderDate' },
  chart: { kind: 'bar', x: 'channel', series: ['netSales'] },
}

const saveReport = async ({ token }: Member, more: object = {}): Promise<SavedReport> =>
  (await t.call('POST', '/reports', { token, body: { name: 'Channels', ...BY_CHANNEL, ...more } })).json()

const kpiOf = ({ data }: Line): number | null | undefined => data.kpis[0]?.value

beforeAll(async () => {
  owner = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  await t.load(
    owner.accountId,
    {
      orders: ORDERS.map(({ day, channel, amount }, at) =>
        orderRow({
          source_id: `o${at}`,
          order_number: `o${at}`,
          channel,
          time_basis: 'local',
          ordered: `${day} 12:00:00`,
          subtotal: amount,
          total: amount,
        }),
      ),
      order_lines: ORDERS.map(({ amount }, at) => lineRow({ order_source_id: `o${at}`, amount, quantity: 1 })),
    },
    { serviceId: 's1' },
  )
})

describe('a report tile', () => {
  test('shows the rows of a definition as its chart, and its total as a number', async () => {
    const chart = await tile(owner, 'report', { source: BY_CHANNEL, show: 'chart' })
    expect(chart.data.rows).toEqual([
      ['club', await sumOf(`channel = 'club' AND ordered_local >= '2026-06-01'`)],
      ['pos', await sumOf(`channel = 'pos' AND ordered_local >= '2026-06-01'`)],
      ['web', await sumOf(`channel = 'web' AND ordered_local >= '2026-06-01'`)],
    ])
    expect(chart.data.report).toMatchObject({ show: 'chart', rowCount: 3, groupColumns: ['channel'] })
    const number = await tile(owner, 'report', { source: BY_CHANNEL, show: 'number' })
    expect(kpiOf(number)).toBe(await sumOf(`ordered_local >= '2026-06-01'`))
    expect(number.data.kpis[0]).toMatchObject({ metric: 'netSales', label: 'Net sales', format: 'currency' })
  })

  test('follows the dates, filters, club switch and comparison of the dashboard unless it keeps its own dates', async () => {
    const props = { source: BY_CHANNEL, show: 'number' }
    const filterBar = {
      from: '2026-05-01',
      until: '2026-06-11',
      dimensionFilters: [{ columnId: 'channel', values: ['pos', 'web'] }],
    }
    const followed = await tile(owner, 'report', props, { filterBar })
    expect(kpiOf(followed)).toBe(
      await sumOf(`channel IN ('pos', 'web') AND ordered_local >= '2026-05-01' AND ordered_local < '2026-06-11'`),
    )
    expect(followed.range).toMatchObject({ from: '2026-05-01', until: '2026-06-11' })
    const pinned = await tile(
      owner,
      'report',
      { ...props, keepsOwnDates: true },
      { filterBar, includeClubOrders: false },
    )
    expect(kpiOf(pinned)).toBe(await sumOf(`channel IN ('pos', 'web') AND ordered_local >= '2026-06-01'`))
    const compared = await tile(owner, 'report', props, { filterBar: { compare: 'previousYear' } })
    expect(compared.data.kpis[0]?.previous).toBe(await sumOf(`ordered_local < '2026-01-01'`))
  })

  test('has the days that it was pinned with, until the dashboard has dates', async () => {
    const props = { source: BY_CHANNEL, show: 'number', from: '2026-05-01', until: '2026-06-01' }
    const may = await sumOf(`ordered_local >= '2026-05-01' AND ordered_local < '2026-06-01'`)
    expect(kpiOf(await tile(owner, 'report', props))).toBe(may)
    const filterBar = { range: 'ThisMonth' }
    expect(kpiOf(await tile(owner, 'report', props, { filterBar }))).toBe(await sumOf(`ordered_local >= '2026-06-01'`))
  })

  test('says what of the filter bar it cannot apply', async () => {
    const source = { ...BY_CHANNEL, relativeDateFilter: null }
    const filterBar = { range: 'ThisMonth', dimensionFilters: [{ columnId: 'experience', values: ['Cave tour'] }] }
    const line = await tile(owner, 'report', { source, show: 'number' }, { filterBar })
    expect(kpiOf(line)).toBe(await sumOf('true'))
    expect(line.notApplied).toEqual([
      { label: 'Dates', reason: 'This report covers all dates' },
      { label: 'Experience', columnId: 'experience', reason: 'Experience doesn’t apply to orders' },
    ])
  })

  test('is a table where the report has no chart or pivot, with the columns that the report shows', async () => {
    const source = { ...BY_CHANNEL, chart: null, columnOrder: ['netSales'] }
    for (const show of ['chart', 'pivot', 'table']) {
      const { data } = await tile(owner, 'report', { source, show })
      expect([data.report?.show, data.columns.map(({ columnId }) => columnId)]).toEqual(['table', ['netSales']])
    }
    const pivoted = { ...BY_CHANNEL, chart: null, pivot: { columns: ['channel'] } }
    const { data } = await tile(owner, 'report', { source: pivoted, show: 'pivot' })
    expect(data.report?.pivot?.columns).toHaveLength(4)
  })

  test('follows later changes of the saved report that it is linked to, and a copy does not', async () => {
    const saved = await saveReport(owner)
    const linked = { source: { id: saved.id }, show: 'number' }
    const copy = { source: BY_CHANNEL, show: 'number' }
    const before = await sumOf(`ordered_local >= '2026-06-01'`)
    expect([kpiOf(await tile(owner, 'report', linked)), kpiOf(await tile(owner, 'report', copy))]).toEqual([
      before,
      before,
    ])
    const relativeDateFilter = { relativeRange: 'LastMonth', columnName: 'OrderDate' }
    const body = { name: 'Last month', ...BY_CHANNEL, relativeDateFilter }
    await t.call('PUT', `/reports/${saved.id}`, { token: owner.token, body })
    const after = await tile(owner, 'report', linked)
    expect([kpiOf(after), after.data.report?.name]).toEqual([
      await sumOf(`ordered_local >= '2026-05-01' AND ordered_local < '2026-06-01'`),
      'Last month',
    ])
    expect(kpiOf(await tile(owner, 'report', copy))).toBe(before)
    await t.call('DELETE', `/reports/${saved.id}`, { token: owner.token })
    expect((await tile(owner, 'report', linked)).error).toEqual({
      code: 'widget.report_not_visible',
      message: 'This report was deleted, or it isn’t shared with you anymore.',
    })
  })

  test('shows a viewer nothing that its report would not: neither private reports, nor roles or plans without it', async () => {
    const secret = { source: { id: (await saveReport(owner)).id }, show: 'number' }
    const shared = { source: { id: (await saveReport(owner, { isPublic: true })).id }, show: 'number' }
    const colleague = await addColleague(t, owner, ['AccountOwner'])
    const readTileErrorCode = async (props: Props) => (await tile(colleague, 'report', props)).error?.code
    expect([await readTileErrorCode(secret), await readTileErrorCode(shared)]).toEqual([
      'widget.report_not_visible',
      undefined,
    ])
    await t.setUser(colleague, { roles: ['BillingAdmin'] })
    const builtIn = { source: { builtin: 'orders/by-brand' }, show: 'number' }
    expect([
      await readTileErrorCode(shared),
      await readTileErrorCode(builtIn),
      await readTileErrorCode({ source: BY_CHANNEL }),
    ]).toEqual(Array(3).fill('widget.not_for_role'))
    expect((await tile(colleague, 'goal', {})).error?.code).toBe('widget.not_for_role')
    await t.setUser(colleague, { roles: ['User'] })
    await t.setAccount(owner, { account_type: 'Micro' })
    expect([await readTileErrorCode(builtIn), await readTileErrorCode(shared)]).toEqual(
      Array(2).fill('account.not_in_plan'),
    )
    await t.setAccount(owner, { account_type: 'Reserve' })
  })

  test('explains its numbers with proofs below the same filter bar', async () => {
    const widget = { type: 'report', props: { source: BY_CHANNEL, show: 'chart' } }
    const filterBar = { from: '2026-06-01', until: '2026-06-13' }
    const explain = async (cell: object) => {
      const body = { widget, includeClubOrders: true, filterBar, cell }
      return (await t.call('POST', '/reports/explain', { token: owner.token, body })).json()
    }
    const total = await explain({ measure: 'netSales', row: {} })
    expect([total.value, total.proof.matches]).toEqual([
      await sumOf(`ordered_local >= '2026-06-01' AND ordered_local < '2026-06-13'`),
      true,
    ])
    const web = await explain({ measure: 'netSales', row: { channel: 'web' } })
    expect([web.value, web.proof.matches]).toEqual([25, true])
  })
})

describe('a goal tile', () => {
  test('shows what is reached of the current goal, as a number that can be explained', async () => {
    const goals = [
      { metric: 'netSales', period: 'month', from: '2026-06-01', target: 500 },
      { metric: 'netSales', period: 'month', from: '2026-05-01', target: 900 },
    ]
    await t.call('PUT', '/goals', { token: owner.token, body: { goals } })
    const props = { metric: 'netSales', period: 'month' }
    const filterBar = { range: 'LastYear', dimensionFilters: [{ columnId: 'channel', values: ['web'] }] }
    const line = await tile(owner, 'goal', props, { filterBar })
    const reached = await sumOf(`channel <> 'club' AND ordered_local >= '2026-06-01'`)
    expect(kpiOf(line)).toBe(reached)
    expect(line.data.goal).toEqual({ ...props, target: 500, daysLeft: 14, elapsed: 16 / 30 })
    expect(line.notApplied?.map(({ label }) => label)).toEqual(['Dates', 'Filters'])
    const body = { widget: { type: 'goal', props }, cell: { measure: 'netSales', row: {} } }
    const explained = (await t.call('POST', '/reports/explain', { token: owner.token, body })).json()
    expect([explained.value, explained.proof.matches]).toEqual([reached, true])
  })

  test('says when there is no goal', async () => {
    const { error } = await tile(owner, 'goal', { metric: 'signups', period: 'year' })
    expect(error).toEqual({
      code: 'widget.goal_not_set',
      message: 'No goal is set for club signups by year. Administrators can plan it in Plan.',
    })
  })
})

describe('saving', () => {
  const entry = (type: string, props: object) => ({ id: 'a', type, x: 0, y: 0, w: 4, h: 4, props })
  const save = (type: string, props: object, member = owner) =>
    t.call('PUT', '/dashboards/default', { token: member.token, body: { name: 'Mine', widgets: [entry(type, props)] } })

  test.each<[string, string, object, string]>([
    [
      'an unknown column',
      'report',
      { source: { reportType: 'Orders', columns: [{ columnId: 'secret' }] } },
      'source.columns[0]',
    ],
    ['a definition without columns', 'report', { source: { reportType: 'Orders' } }, 'source.columns'],
    ['an unknown built-in report', 'report', { source: { builtin: 'orders/none' } }, 'source'],
    ['a saved report of nobody', 'report', { source: { id: 'nobody' } }, 'source'],
    ['an unknown way to show it', 'report', { source: BY_CHANNEL, show: 'globe' }, 'show'],
    ['an end before its start', 'report', { source: BY_CHANNEL, from: '2026-05-02', until: '2026-05-01' }, 'until'],
    ['a start without an end', 'report', { source: BY_CHANNEL, from: '2026-05-02' }, 'until'],
    ['an unknown range', 'report', { source: BY_CHANNEL, relativeDate: 'soon' }, 'relativeDate'],
    ['a text that is too long', 'text', { text: 'x'.repeat(3001) }, 'text'],
    ['a text that is none', 'text', { text: 7 }, 'text'],
    ['an unknown goal', 'goal', { metric: 'tips' }, 'metric'],
  ])('rejects %s by field', async (_what, type, props, field) => {
    const response = await save(type, props)
    expect(response.statusCode).toBe(400)
    expect(response.json().errors.map((error: { field: string }) => error.field)).toEqual([`widgets[0].props.${field}`])
  })

  test('keeps the tile of a report that was deleted, so that other changes can be saved', async () => {
    const saved = await saveReport(owner)
    const props = { source: { id: saved.id }, show: 'chart' }
    expect((await save('report', props)).statusCode).toBe(200)
    await t.call('DELETE', `/reports/${saved.id}`, { token: owner.token })
    const again = await save('report', { ...props, show: 'table', title: 'Gone' })
    expect([again.statusCode, again.json().widgets[0].props]).toEqual([
      200,
      { ...props, show: 'table', title: 'Gone', measure: null },
    ])
  })

  test('stores text as it is written', async () => {
    const text = '# Hi <b>there</b> [x](javascript:alert(1))'
    const saved = await save('text', { text })
    expect(saved.json().widgets[0].props).toEqual({ title: 'Text', text })
    expect((await tile(owner, 'text', { text })).data).toEqual({ kpis: [], columns: [], rows: [] })
  })
})
