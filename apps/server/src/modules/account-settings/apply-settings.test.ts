import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { AccountStatus } from '#contract/account.ts'
import { ReportResult } from '#contract/reports.ts'
import { unscoped } from '#server/db/database.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { loadBatch } from '#warehouse/duckdb/load-batch.fixture.ts'
import { customerRow, lineRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { rebuildForZoneHandler } from './time-zone-rebuild.job.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const db = unscoped(t.deps.db)
const HOUR = 3_600_000
const OLD = 'America/Los_Angeles'
const NEW = 'Asia/Tokyo'
let owner: Member

/** An order every 7 hours from June 1 to 16, each with a distinct amount, in UTC or local time, and one in euros. */
const orders = Array.from({ length: 50 }, (_, index) => {
  const at = Date.UTC(2026, 5, 1) + index * 7 * HOUR
  const isLocal = index % 5 === 0
  const ordered = isLocal ? new Date(at).toISOString().slice(0, 19).replace('T', ' ') : at
  const currency = index === 7 ? 'EUR' : 'USD'
  return orderRow({ source_id: `o${index}`, time_basis: isLocal ? 'local' : 'utc', ordered, currency })
})

const beginLoad = async (accountId: number, timeZone = OLD) => {
  const request = {
    accountId,
    serviceId: 's',
    batchId: t.deps.ids.next(),
    calendar: { timeZone },
    mode: 'merge',
  } as const
  const load = await t.deps.warehouse.beginLoad(request)
  await load.append('orders', orders)
  await load.append(
    'order_lines',
    orders.map(({ source_id }, index) => lineRow({ order_source_id: source_id, amount: 100 + index })),
  )
  return load
}

beforeEach(async () => {
  owner = await t.register({ timeZone: OLD, currency: 'USD' })
  await (await beginLoad(owner.accountId)).commit()
})

const change = (settings: object) =>
  t.call('PUT', '/account', { token: owner.token, body: { id: owner.accountId, ...settings } })

const status = async () => AccountStatus.parse((await t.call('GET', '/account/status', { token: owner.token })).json())

const byDay = (by = 'orderDay') => ({
  definition: {
    reportType: 'Orders',
    columns: [{ columnId: by }, { columnId: 'netSales' }, { columnId: 'orderCount' }],
    groupColumns: [by],
    orderColumns: [{ columnId: by, direction: 'asc' }],
    relativeDateFilter: { relativeRange: 'Last30Days', columnName: 'OrderDate' },
  },
  pageSize: 100,
})

const runReport = async (by?: string) => t.call('POST', '/reports/query', { token: owner.token, body: byDay(by) })

const report = async (by?: string): Promise<ReportResult> => ReportResult.parse((await runReport(by)).json())

/** Reference days and sales from source values: instants converted to the zone, or local times as given. */
const referenceDays = (timeZone: string) => {
  const days = new Map<string, number>()
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone })
  for (const [index, { ordered, currency }] of orders.entries()) {
    if (currency !== 'USD') continue
    const day = typeof ordered === 'number' ? wall.format(ordered) : String(ordered).slice(0, 10)
    days.set(day, (days.get(day) ?? 0) + 100 + index)
  }
  return [...days].sort().map(([day, cents]) => [day, cents / 100])
}

const daysOf = ({ rows }: ReportResult) => rows.map(([day, sales]) => [day, sales])

const runJob = (signal: AbortSignal = new AbortController().signal) =>
  rebuildForZoneHandler.run(t.deps, { accountId: owner.accountId }, { jobId: 'job', signal })

const queued = async (): Promise<unknown[]> => {
  const { rows } = await sql`select data from pgboss.job
    where name = 'rebuild-for-zone' and (data->>'accountId')::int = ${owner.accountId}`.execute(db)
  return rows
}

test('F30 reports in the old time zone until all rows are rebuilt, and in the new one afterwards', async () => {
  expect(daysOf(await report())).toEqual(referenceDays(OLD))
  expect((await status()).rebuild).toBeNull()
  const changed = await change({ timeZone: NEW })
  expect([changed.statusCode, changed.json().timeZone]).toEqual([200, NEW])
  expect(await queued()).toHaveLength(1)
  expect((await status()).rebuild).toEqual({ done: 0, total: 0 })
  const waiting = await report()
  expect([daysOf(waiting), waiting.timeZone]).toEqual([referenceDays(OLD), OLD])
  expect(waiting.range).toMatchObject({ until: '2026-06-18' })

  await runJob()
  expect((await status()).rebuild).toBeNull()
  await change({ timeZone: 'Europe/Paris' })
  expect((await status()).rebuild).toEqual({ done: 0, total: 0 })
  await change({ timeZone: NEW })
  const moved = await report()
  expect([daysOf(moved), moved.timeZone]).toEqual([referenceDays(NEW), NEW])
  // already the next day in Tokyo
  expect(moved.range).toMatchObject({ until: '2026-06-19' })
})

test('a customer of two services counts twice while the account keeps services apart', async () => {
  for (const serviceId of ['till', 'web']) {
    const calendar = { timeZone: OLD }
    const request = {
      accountId: owner.accountId,
      serviceId,
      batchId: t.deps.ids.next(),
      calendar,
      mode: 'merge',
    } as const
    await loadBatch(t.deps.warehouse, request, { customers: [customerRow({ email: 'ada@winery.example' })] })
  }
  const customers = async () => {
    const definition = { reportType: 'Customers', columns: [{ columnId: 'customerName' }] }
    const response = await t.call('POST', '/reports/query', { token: owner.token, body: { definition } })
    return ReportResult.parse(response.json()).rowCount
  }
  expect(await customers()).toBe(1)
  for (const [customerIdentity, count] of [
    ['service', 2],
    ['email', 1],
  ] as const) {
    await change({ customerIdentity })
    await runJob()
    expect(await customers()).toBe(count)
  }
})

test('saving the same time zone again moves rows that are in another one', async () => {
  await change({ timeZone: OLD })
  expect(await queued()).toEqual([])
  await t.deps.warehouse.changeCalendar(owner.accountId, { timeZone: NEW })
  await change({ timeZone: OLD })
  expect(await queued()).toHaveLength(1)
  await runJob()
  const moved = await report()
  expect([daysOf(moved), moved.timeZone]).toEqual([referenceDays(OLD), OLD])
})

test('F30 answers queries during a rebuild in the zone that the result names, or asks the client to retry', async () => {
  await change({ timeZone: NEW })
  const expected: Record<string, unknown> = { [OLD]: referenceDays(OLD), [NEW]: referenceDays(NEW) }
  let isOver = false
  const moving = runJob().finally(() => {
    isOver = true
  })
  let last = ''
  do {
    const response = await runReport()
    if (response.statusCode === 503) {
      expect(response.headers['retry-after']).toMatch(/^\d+$/)
      continue
    }
    expect(response.statusCode).toBe(200)
    const answer = ReportResult.parse(response.json())
    expect(daysOf(answer)).toEqual(expected[answer.timeZone])
    last = answer.timeZone
    // The rebuild of a few rows may end during the first query, which then asks to retry.
  } while (!isOver || last === '')
  await moving
  expect([OLD, NEW]).toContain(last)
  expect((await report()).timeZone).toBe(NEW)
})

test('an interrupted rebuild changes nothing, reports its progress, and is completed by the next one', async () => {
  await change({ timeZone: NEW })
  const stop = new AbortController()
  const { warehouse } = t.deps
  const cutOff = warehouse.changeCalendar(
    owner.accountId,
    { timeZone: NEW },
    {
      signal: stop.signal,
      onProgress: async (done) => (done > 0 ? stop.abort(new Error('cut off')) : undefined),
    },
  )
  await expect(cutOff).rejects.toThrow('cut off')
  expect(daysOf(await report())).toEqual(referenceDays(OLD))
  expect((await status()).rebuild).not.toBeNull()
  await runJob()
  expect(daysOf(await report())).toEqual(referenceDays(NEW))
  const { rebuild_done, rebuild_total } = await db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', owner.accountId)
    .executeTakeFirstOrThrow()
  expect(rebuild_done).toBe(rebuild_total)
  expect(rebuild_total).toBeGreaterThan(100)
})

test('a load that spans the change uses the new time zone', async () => {
  const late = await beginLoad(owner.accountId, OLD)
  await change({ timeZone: NEW })
  await runJob()
  await late.commit()
  expect(daysOf(await report())).toEqual(referenceDays(NEW))
  expect((await status()).rebuild).toBeNull()
})

test('an account without rows needs no rebuild, and its first load uses the new zone', async () => {
  owner = await t.register({ timeZone: OLD, currency: 'USD' })
  const first = await beginLoad(owner.accountId, OLD)
  await change({ timeZone: NEW })
  await runJob()
  await first.commit()
  expect((await status()).rebuild).toBeNull()
  expect(daysOf(await report())).toEqual(referenceDays(NEW))
})

test('applies the last of two changes, and starts no rebuild for the current zone', async () => {
  await change({ timeZone: OLD })
  expect(await queued()).toHaveLength(0)
  await change({ timeZone: 'Europe/Paris' })
  await change({ timeZone: NEW })
  await Promise.all([runJob(), runJob()])
  expect(daysOf(await report())).toEqual(referenceDays(NEW))
})

test('another name of the same zone is kept, rebuilds nothing and leaves queries, loads and syncs as they are', async () => {
  owner = await t.register({ timeZone: 'Asia/Calcutta', currency: 'USD' })
  await (await beginLoad(owner.accountId, 'Asia/Calcutta')).commit()
  const version = (await t.deps.warehouse.status(owner.accountId)).dataVersion
  const answer = await change({ timeZone: 'Asia/Kolkata' })
  expect(answer.json()).toMatchObject({ timeZone: 'Asia/Kolkata' })
  const jobs =
    await sql`select from pgboss.job where name = 'rebuild-for-zone' and data ->> 'accountId' = ${String(owner.accountId)}`.execute(
      db,
    )
  expect(jobs.rows).toEqual([])
  expect(await status()).toMatchObject({ rebuild: null })
  const result = await t.call('POST', '/reports/query', { token: owner.token, body: byDay() })
  expect([result.statusCode, result.json().timeZone]).toEqual([200, 'Asia/Kolkata'])
  await (await beginLoad(owner.accountId, 'Asia/Kolkata')).commit()
  expect((await t.deps.warehouse.status(owner.accountId)).dataVersion).toBe(version)
})

test('rejects an unknown zone by field and rebuilds nothing', async () => {
  const response = await change({ timeZone: 'Mars/Olympus' })
  expect([response.statusCode, response.json().errors[0].field]).toEqual([400, 'timeZone'])
  expect(await queued()).toHaveLength(0)
})

test('a location with another time zone rebuilds the rows too', async () => {
  const body = { city: 'Tokyo', country: 'JP', timeZone: NEW }
  expect((await t.call('PUT', '/account/location', { token: owner.token, body })).statusCode).toBe(200)
  expect(await queued()).toHaveLength(1)
  await runJob()
  expect(daysOf(await report())).toEqual(referenceDays(NEW))
})

test('schedules keep their hour of the day in the new time zone', async () => {
  const { definition } = byDay()
  const saved = await t.call('POST', '/reports', { token: owner.token, body: { ...definition, name: 'Days' } })
  const path = `/reports/${saved.json().id}/schedules`
  const body = { cadence: 'daily', hour: 7, recipients: [owner.email] }
  expect((await t.call('POST', path, { token: owner.token, body })).statusCode).toBe(201)
  const due = async () => {
    const row = await db.selectFrom('report_schedules').select('next_due_at').where('account_id', '=', owner.accountId)
    return (await row.executeTakeFirstOrThrow()).next_due_at.toISOString()
  }
  expect(await due()).toBe('2026-06-18T14:00:00.000Z')
  await change({ timeZone: NEW })
  expect(await due()).toBe('2026-06-17T22:00:00.000Z')
})

test('a new currency applies immediately: its orders are counted, the others are reported as excluded', async () => {
  await change({ currency: 'EUR' })
  const answer = await report()
  expect(answer.rows.map(([, sales, count]) => [sales, count])).toEqual([[1.07, 1]])
  expect(answer.excluded).toEqual([{ currency: 'USD', rows: 49 }])
  expect((await status()).rebuild).toBeNull()
  await change({ currency: 'JPY' })
  expect((await report()).excluded).toEqual([
    { currency: 'EUR', rows: 1 },
    { currency: 'USD', rows: 49 },
  ])
})

test('week and fiscal year apply immediately without a rebuild', async () => {
  expect((await report('orderWeek')).rows[0]?.[0]).toBe('2026-06-01')
  expect((await report('orderYear')).rows.map(([year]) => year)).toEqual([2026])
  const { dataVersion } = await status()
  await change({ weekStart: 'sunday', fiscalYearStartMonth: 6 })
  expect((await report('orderWeek')).rows[0]?.[0]).toBe('2026-05-31')
  // a fiscal year that starts in June is named after the year it ends in
  expect((await report('orderYear')).rows.map(([year]) => year)).toEqual([2027])
  expect(await status()).toMatchObject({ dataVersion, rebuild: null })
})
