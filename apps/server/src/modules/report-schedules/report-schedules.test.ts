import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { ScheduleInput } from '#contract/saved-reports.ts'
import type { Role } from '#domain/role.ts'
import { unscoped } from '#server/db/database.ts'
import { deliverDueMail } from '#server/mail/delivery.ts'
import { startMailServer } from '#testkit/mail-server.ts'
import { runJob } from '#testkit/run-job.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { sendDueReportsJob } from './send-schedule.ts'

const HOUR = 3_600_000
/** noon in Los Angeles */
const NOW = Date.UTC(2026, 5, 17, 19)
const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const db = unscoped(t.deps.db)
let owner: Member
let reportId: string

/** Formatted dates contain narrow spaces. */
const plainSpaces = (text = '') => text.replace(/\s/g, ' ')

const definition = {
  reportType: 'Orders',
  name: 'Sales by channel <b>',
  columns: [{ columnId: 'channel' }, { columnId: 'total' }, { columnId: 'tax' }],
  groupColumns: ['channel'],
  relativeDateFilter: { relativeRange: 'Last30Days', columnName: 'OrderDate' },
  chart: { kind: 'bar', x: 'channel', series: ['total'] },
}

const loadOrders = async (accountId: number) => {
  const ordered = Date.UTC(2026, 5, 10, 20)
  await t.load(accountId, {
    orders: [
      orderRow({ source_id: 'a', channel: 'web', ordered, subtotal: 12_050, total: 12_050 }),
      orderRow({ source_id: 'b', channel: 'pos', ordered, subtotal: 4_000, total: 4_000 }),
    ],
  })
}

beforeEach(async () => {
  t.clock.set(NOW)
  await db.deleteFrom('report_schedules').execute()
  owner = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  await loadOrders(owner.accountId)
  const saved = await t.call('POST', '/reports', { token: owner.token, body: definition })
  reportId = saved.json().id
})

const addColleague = async (email: string, roles: Role[] = ['User']) => {
  const user = await db.selectFrom('users').selectAll().where('id', '=', owner.userId).executeTakeFirstOrThrow()
  await db
    .insertInto('users')
    .values({ ...user, id: t.deps.ids.next(), email, roles })
    .execute()
}

const schedule = (given: Partial<ScheduleInput> = {}, token = owner.token) =>
  t.call('POST', `/reports/${reportId}/schedules`, {
    token,
    body: { cadence: 'daily', hour: 7, recipients: [owner.email], ...given },
  })

const send = (deps = t.deps) => runJob(sendDueReportsJob, deps)
const sendAt = async (epochMs: number) => {
  t.clock.set(epochMs)
  await send()
}
const notificationsOf = async ({ userId }: Member) =>
  (await db.selectFrom('notifications').select('subject').where('user_id', '=', userId).execute()).map(
    ({ subject }) => subject,
  )
const DUE = Date.UTC(2026, 5, 18, 14)
const queued = () =>
  db
    .selectFrom('outbox_mail')
    .selectAll()
    .where('account_id', '=', owner.accountId)
    .where('subject', 'like', '%Sales%')
    .orderBy('to_address')
    .execute()
/** Sessions expire after hours, and these tests advance the clock by days. */
const freshToken = async () => (await t.signIn(owner.email, owner.password)).access_token
const listed = async () => (await t.call('GET', `/reports/${reportId}/schedules`, { token: await freshToken() })).json()

describe('the endpoints', () => {
  test('returns when a new schedule is due next, lists it and removes it', async () => {
    const made = await schedule()
    expect([made.statusCode, made.json()]).toMatchObject([
      201,
      { reportId, nextDueUtc: '2026-06-18T14:00:00.000Z', lastSentUtc: null, attachment: 'csv' },
    ])
    expect(await listed()).toEqual([made.json()])
    const path = `/reports/${reportId}/schedules/${made.json().id}`
    expect((await t.call('DELETE', path, { token: owner.token })).statusCode).toBe(204)
    expect((await t.call('DELETE', path, { token: owner.token })).statusCode).toBe(404)
    expect(await listed()).toEqual([])
  })

  test('rejects an email address that is not a user of the account with 400, and names it', async () => {
    const stranger = await t.register()
    const response = await schedule({ recipients: [owner.email, stranger.email, 'x@else.example'] })
    expect([response.statusCode, response.json().errors]).toEqual([
      400,
      [
        { code: 'request.invalid', field: 'recipients[1]', message: `${stranger.email} is not a user of this account` },
        { code: 'request.invalid', field: 'recipients[2]', message: 'x@else.example is not a user of this account' },
      ],
    ])
  })

  test('rejects a user who may not open reports, by name', async () => {
    await addColleague(`billing-${owner.email}`, ['BillingAdmin'])
    const response = await schedule({ recipients: [owner.email, `billing-${owner.email}`] })
    expect([response.statusCode, response.json().errors]).toMatchObject([
      400,
      [{ field: 'recipients[1]', message: expect.stringMatching(/^\S.* can’t open reports$/) }],
    ])
  })

  test("returns 404 for another account's report and schedule", async () => {
    const made = await schedule()
    const other = await t.register()
    expect((await schedule({ recipients: [other.email] }, other.token)).statusCode).toBe(404)
    const path = `/reports/${reportId}/schedules`
    expect((await t.call('GET', path, { token: other.token })).statusCode).toBe(404)
    expect((await t.call('DELETE', `${path}/${made.json().id}`, { token: other.token })).statusCode).toBe(404)
  })
})

describe('sending', () => {
  test('sends a report once when it is due, and schedules it for the next day', async () => {
    await schedule()
    await sendAt(DUE - 1)
    expect(await queued()).toEqual([])
    await sendAt(DUE)
    await sendAt(DUE + HOUR)
    expect(await queued()).toHaveLength(1)
    expect(await listed()).toMatchObject([
      { nextDueUtc: '2026-06-19T14:00:00.000Z', lastSentUtc: '2026-06-18T14:00:00.000Z' },
    ])
  })

  test('sends one email when two processes find the schedule due', async () => {
    await schedule()
    t.clock.set(DUE)
    await Promise.all([send(), send(), send()])
    expect(await queued()).toHaveLength(1)
  })

  test('sends a missed report once after downtime', async () => {
    await schedule()
    await sendAt(DUE + 5 * 24 * HOUR + 60_000)
    expect(await queued()).toHaveLength(1)
    expect(await listed()).toMatchObject([{ nextDueUtc: '2026-06-24T14:00:00.000Z' }])
  })

  // 11 PM in Los Angeles is 06:00 UTC of the next day.
  test.each([
    ['in time', '2026-06-18T06:00:00Z', 'Jun 17, 2026', '2026-06-19T06:00:00.000Z'],
    ['after midnight', '2026-06-18T07:20:00Z', 'Jun 17, 2026', '2026-06-19T06:00:00.000Z'],
    ['after three days without the server', '2026-06-21T08:00:00Z', 'Jun 20, 2026', '2026-06-22T06:00:00.000Z'],
  ])('“Today” is the day on which the report was last due: sent %s', async (_when, sentAt, day, next) => {
    const today = { ...definition, relativeDateFilter: { relativeRange: 'Today', columnName: 'OrderDate' } }
    const saved = await t.call('POST', '/reports', { token: owner.token, body: today })
    reportId = saved.json().id
    await schedule({ hour: 23 })
    await sendAt(Date.parse(sentAt))
    expect((await queued()).map(({ subject }) => subject)).toEqual([`${definition.name}: ${day}`])
    expect((await listed())[0].nextDueUtc).toBe(next)
  })

  test('sends the report after a kill before the email was queued', async () => {
    await schedule()
    t.clock.set(DUE)
    const mailer = { ...t.deps.mailer, queue: async () => Promise.reject(new Error('killed')) }
    await send({ ...t.deps, mailer })
    expect([await queued(), (await listed())[0].nextDueUtc]).toEqual([[], '2026-06-18T14:00:00.000Z'])
    await send()
    expect(await queued()).toHaveLength(1)
  })

  test('waits for a load in progress, up to a limit', async () => {
    await schedule()
    await db
      .insertInto('services')
      .values({
        id: owner.userId,
        account_id: owner.accountId,
        type: 'csv',
        name: 'x',
        secrets: null,
        created_at: new Date(NOW),
        updated_at: new Date(NOW),
      })
      .execute()
    await db
      .insertInto('service_runs')
      .values({
        id: owner.userId,
        account_id: owner.accountId,
        service_id: owner.userId,
        kind: 'sync',
        status: 'running',
        stream: null,
        total: null,
        file_id: null,
        file_name: null,
        cancel_requested_at: null,
        started_at: null,
        finished_at: null,
        created_at: new Date(NOW),
      })
      .execute()
    await sendAt(DUE)
    expect(await queued()).toEqual([])
    await sendAt(DUE + 2 * HOUR)
    expect(await queued()).toHaveLength(1)
  })
})

test('the email contains the report’s dates, bars, rows, totals, link and attached file', async () => {
  const { received, transport, close } = await startMailServer()
  onTestFinished(close)

  await db.deleteFrom('outbox_mail').execute()
  await addColleague(`second-${owner.email}`)
  await schedule({ recipients: [owner.email, `second-${owner.email}`] })
  await sendAt(DUE)
  const [mail] = await queued()
  expect(plainSpaces(mail?.subject)).toBe('Sales by channel <b>: May 20 – Jun 18, 2026')
  expect(mail?.text).toContain(`/reports/my/${reportId}`)
  expect(mail?.text).toContain('Sales channel | Total paid | Tax\n')
  expect(mail?.text).toMatch(/Web \| \$120\.50 \| \$0\.00\n/)
  expect(mail?.text).toContain('Total | $160.50 | $0.00')
  expect(mail?.html).toContain('Sales by channel &lt;b&gt;')
  expect(mail?.html).not.toContain('<b>')
  expect(mail?.html).toContain('width="33%"')

  await deliverDueMail({ db: t.deps.db, clock: t.clock, log: t.deps.log, transport })
  expect(received).toHaveLength(2)
  const [message = ''] = received
  const [, file = ''] = /Content-Disposition: attachment;[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(message) ?? []
  const csv: string[][] = parse(Buffer.from(file, 'base64').toString('utf8'), { bom: true })
  expect(csv.slice(0, 3)).toEqual([
    ['Sales channel', 'Total paid', 'Tax'],
    ['Tasting room', '40.00', '0.00'],
    ['Web', '120.50', '0.00'],
  ])
})

describe('changes of recipients and plans', () => {
  test('skips recipients who left, and sends nothing without recipients', async () => {
    await addColleague(`gone-${owner.email}`)
    await schedule({ recipients: [owner.email, `gone-${owner.email}`] })
    await db.deleteFrom('users').where('email', '=', `gone-${owner.email}`).execute()
    await sendAt(DUE)
    expect((await queued()).map(({ to_address }) => to_address)).toEqual([owner.email])
  })

  test('skips recipients whose role no longer opens reports, also in the app', async () => {
    const demoted = `demoted-${owner.email}`
    await addColleague(demoted)
    await schedule({ recipients: [owner.email, demoted] })
    await db
      .updateTable('users')
      .set({ roles: ['BillingAdmin'] })
      .where('email', '=', demoted)
      .execute()
    await sendAt(DUE)
    expect((await queued()).map(({ to_address }) => to_address)).toEqual([owner.email])
    const { id: userId } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', demoted)
      .executeTakeFirstOrThrow()
    expect(await notificationsOf({ ...owner, userId })).toEqual([])
  })

  test.each<[string, { roles?: Role[]; disabled_at?: Date }]>([
    ['lost the right to share', { roles: ['User'] }],
    ['was disabled', { disabled_at: new Date(NOW) }],
  ])('is deleted when its creator %s', async (_what, change) => {
    await addColleague(`stays-${owner.email}`)
    await schedule({ recipients: [`stays-${owner.email}`] })
    await t.setUser(owner, change)
    await sendAt(DUE)
    expect(await queued()).toEqual([])
    expect(await db.selectFrom('report_schedules').selectAll().execute()).toEqual([])
  })

  test('does not send a report in the trash, and resumes after it is restored', async () => {
    await schedule()
    await t.call('DELETE', `/reports/${reportId}`, { token: owner.token })
    await sendAt(DUE)
    expect(await queued()).toEqual([])
    await t.call('POST', `/reports/${reportId}/restore`, { token: await freshToken() })
    await sendAt(DUE + 24 * HOUR)
    expect(await queued()).toHaveLength(1)
  })

  test('sends one notice after the trial, and resumes reports with a plan', async () => {
    await schedule()
    await t.setAccount(owner, { is_trial: true, trial_expires_at: new Date(NOW) })
    await sendAt(DUE)
    await sendAt(DUE + 24 * HOUR)
    expect((await queued()).map(({ subject }) => subject)).toEqual([
      `${definition.name} wasn’t sent because your trial has ended`,
    ])
    expect((await listed())[0].lastSentUtc).toBe(null)
    await t.setAccount(owner, { is_trial: false, trial_expires_at: null })
    await sendAt(DUE + 48 * HOUR)
    expect((await queued()).map(({ subject }) => plainSpaces(subject))).toContain(
      'Sales by channel <b>: May 22 – Jun 20, 2026',
    )
  })

  test('stops sending a report that can no longer run, and notifies its owner', async () => {
    await schedule()
    const broken = JSON.stringify({ ...definition, columns: [{ columnId: 'gone' }] })
    await db.updateTable('saved_reports').set({ definition: broken }).where('id', '=', reportId).execute()
    await sendAt(DUE)
    expect((await queued()).map(({ subject, text }) => [subject, text.includes('gone is not a column of')])).toEqual([
      [`${definition.name} is no longer being sent`, true],
    ])
    expect(await listed()).toEqual([])
    expect(await notificationsOf(owner)).toEqual([`${definition.name} is no longer being sent`])
  })

  test('notifies the creator of an invalid report only in the app when emails are muted', async () => {
    await schedule()
    const wish = { kind: 'reportNotSent', inApp: true, email: false }
    await t.call('PUT', '/notification/preferences', { token: owner.token, body: { preferences: [wish] } })
    const broken = JSON.stringify({ ...definition, columns: [{ columnId: 'gone' }] })
    await db.updateTable('saved_reports').set({ definition: broken }).where('id', '=', reportId).execute()
    await sendAt(DUE)
    expect([await queued(), await notificationsOf(owner)]).toEqual([[], [`${definition.name} is no longer being sent`]])
  })
})

test('notifies recipients of a sent report in the app, without another email', async () => {
  await schedule()
  await sendAt(DUE)
  expect(await notificationsOf(owner)).toEqual([`${definition.name} is ready`])
  expect(await queued()).toHaveLength(1)
})
