import sharp from 'sharp'
import { expect, test } from 'vitest'
import { unscoped } from '#server/db/database.ts'
import { addColleague } from '#server/modules/team/colleague.fixture.ts'
import { runJob } from '#testkit/run-job.ts'
import { testApp } from '#testkit/test-app.ts'
import { lineRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { sendDueReportsJob } from './send-schedule.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const db = unscoped(t.deps.db)
const owner = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
const tile = (id: string, type: string, y: number, props: object = {}) => ({ id, type, x: 0, y, w: 4, h: 4, props })
/** Averages of two groups, which must not be added up. */
const AVERAGES = {
  reportType: 'Orders',
  columns: [
    { columnId: 'channel' },
    { columnId: 'state' },
    { columnId: 'averageOrder' },
    { columnId: 'netSales', aggregation: 'Max' },
  ],
  groupColumns: ['channel', 'state'],
}
const { slug } = (
  await t.call('POST', '/dashboards', {
    token: owner.token,
    body: {
      name: 'Weekend <b>',
      widgets: [
        tile('b', 'avgOrder', 4),
        tile('a', 'sales', 0, { title: 'Sales & more', periodType: 'ytd', compareLastPeriod: true }),
        tile('c', 'logo', 8),
        tile('d', 'report', 12, { title: 'Averages', source: AVERAGES, show: 'table' }),
        tile('e', 'text', 16, { text: '## Harvest\n\nOpen **late** on [Friday](https://winery.example).' }),
      ],
    },
  })
).json()
const path = `/dashboards/${slug}/schedules`
/** 7 AM in Los Angeles on the next day */
const DUE = Date.UTC(2026, 5, 18, 14)

const loadOrders = async () => {
  const { accountId } = owner
  const ordered = Date.UTC(2026, 5, 10, 20)
  const order = (source_id: string, state: string, total: number) =>
    orderRow({ source_id, channel: 'web', state, ordered, subtotal: total, total })
  await t.load(accountId, {
    orders: [order('a', 'CA', 12_050), order('b', 'OR', 4_000)],
    order_lines: [
      lineRow({ order_source_id: 'a', amount: 12_050 }),
      lineRow({ source_id: 'l2', order_source_id: 'b', amount: 4_000 }),
    ],
  })
}

const schedule = (recipients: string[], token = owner.token) =>
  t.call('POST', path, { token, body: { cadence: 'daily', hour: 7, recipients } })

test('schedules a dashboard for people who can open it, and emails its picture with the numbers as text', async () => {
  await loadOrders()
  const stranger = await t.register()
  expect((await schedule([stranger.email], stranger.token)).statusCode).toBe(404)
  expect((await schedule([stranger.email])).json().errors).toMatchObject([{ field: 'recipients[0]' }])
  const made = await schedule([owner.email])
  expect([made.statusCode, made.json()]).toMatchObject([
    201,
    { nextDueUtc: '2026-06-18T14:00:00.000Z', cadence: 'daily' },
  ])

  // After midnight of the next day.
  t.clock.set(DUE + 18 * 3_600_000)
  await runJob(sendDueReportsJob, t.deps)
  const [mail] = await db.selectFrom('outbox_mail').selectAll().where('subject', '=', 'Weekend <b>').execute()
  expect(mail).toMatchObject({ to_address: owner.email })
  expect(mail?.html).toContain('<img src="cid:dashboard.png" alt="Charts of Weekend &lt;b&gt;')
  expect(mail?.html).not.toContain('Weekend <b>')
  const text = mail?.text.replace(/\s+/g, ' ') ?? ''
  expect(text).toContain('Weekend <b> Jun 18, 2026, 7:00 AM')
  expect(text).toContain('Net sales: $160.50')
  expect(text).toContain('Jun 2026: $160.50 (before: $0.00)')
  expect(text.indexOf('Sales & more')).toBeLessThan(text.indexOf('Average order: $80.25'))
  expect(text).toContain('Web · California: Average order: $120.50, Net sales (max): $120.50')
  expect(text).toContain('Web · Oregon: Average order: $40.00, Net sales (max): $40.00')
  expect(text).toContain('Harvest Open late on Friday (https://winery.example).')
  const [file] = await db
    .selectFrom('outbox_files')
    .selectAll()
    .where('id', '=', mail?.file_id ?? '')
    .execute()
  expect(file).toMatchObject({ name: 'dashboard.png', content_type: 'image/png' })
  const { format, width = 0, height = 0 } = await sharp(file?.content).metadata()
  expect([format, width > 1000, height > 300]).toEqual(['png', true, true])
  const after = await db.selectFrom('report_schedules').selectAll().where('account_id', '=', owner.accountId).execute()
  expect(after[0]?.next_due_at.toISOString()).toBe('2026-06-19T14:00:00.000Z')
})

test('a dashboard is neither scheduled for nor sent to somebody who may not open reports', async () => {
  const { access_token: token } = await t.signIn(owner.email, owner.password)
  const colleague = await addColleague(t, { ...owner, token }, ['User'], { firstName: 'Rosa', lastName: 'Vine' })
  expect((await schedule([colleague.email], token)).statusCode).toBe(201)
  const body = { roles: ['BillingAdmin'] }
  expect((await t.call('POST', `/user/update-role/${colleague.userId}`, { token, body })).statusCode).toBe(200)
  expect((await schedule([colleague.email], token)).json().errors).toMatchObject([
    { field: 'recipients[0]', message: 'Rosa Vine can’t open reports' },
  ])
  t.clock.advance(2 * 24 * 3_600_000)
  await runJob(sendDueReportsJob, t.deps)
  const subjects = await db
    .selectFrom('outbox_mail')
    .select('subject')
    .where('to_address', '=', colleague.email)
    .execute()
  expect(subjects.map(({ subject }) => subject)).not.toContain('Weekend <b>')
})

test('nothing is sent while the dashboard is not shared with the creator of the schedule', async () => {
  const { access_token: token } = await t.signIn(owner.email, owner.password)
  const colleague = await addColleague(t, { ...owner, token }, ['PowerUser'])
  const share = (people: object[]) =>
    t.call('PUT', `/dashboards/${slug}/sharing`, { token, body: { isPublic: false, people } })
  await share([{ userId: colleague.userId, access: 'view' }])
  const [shared] = (await t.call('GET', '/visible-dashboards', { token: colleague.token }))
    .json()
    .filter(({ access }: { access: string }) => access === 'view')
  const body = { cadence: 'daily', hour: 9, recipients: [colleague.email] }
  expect(
    (await t.call('POST', `/dashboards/${shared.slug}/schedules`, { token: colleague.token, body })).statusCode,
  ).toBe(201)
  await share([])
  t.clock.set(DUE + 24 * 3_600_000 * 2)
  await runJob(sendDueReportsJob, t.deps)
  const sent = await db.selectFrom('outbox_mail').select('id').where('to_address', '=', colleague.email).execute()
  const weekend = await db
    .selectFrom('outbox_mail')
    .select('id')
    .where((eb) => eb.and({ to_address: colleague.email, subject: 'Weekend <b>' }))
    .execute()
  expect([sent.length > 0, weekend]).toEqual([true, []])
})
