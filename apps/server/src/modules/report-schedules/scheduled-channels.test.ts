import { beforeEach, describe, expect, test } from 'vitest'
import { unscoped } from '#server/db/database.ts'
import { runJob } from '#testkit/run-job.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { sendDueReportsJob } from './send-schedule.ts'

/** noon in Los Angeles */
const NOW = Date.UTC(2026, 5, 17, 19)
/** 7 AM in Los Angeles on the next day */
const DUE = Date.UTC(2026, 5, 18, 14)
const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const db = unscoped(t.deps.db)
let owner: Member

const customers = Array.from({ length: 12 }, (_, index) => `Ann Secret ${index}`)

beforeEach(async () => {
  t.clock.set(NOW)
  await db.deleteFrom('report_schedules').execute()
  owner = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  const ordered = Date.UTC(2026, 5, 10, 20)
  const orders = customers.map((customer_name, index) =>
    orderRow({
      source_id: customer_name,
      customer_name,
      state: `S${index}`,
      ordered,
      subtotal: 1000,
      total: 1000 + index,
    }),
  )
  await t.load(owner.accountId, { orders })
})

const token = async () => (await t.signIn(owner.email, owner.password)).access_token
const post = async (path: string, body: object) => t.call('POST', path, { token: await token(), body })

const add = async (format: string, name: string): Promise<string> => {
  const url = format === 'teams' ? 'https://x.api.powerplatform.com/y' : 'https://hooks.slack.com/services/T/B/X'
  return (await post('/webhooks', { format, name, url, events: ['alert.fired'] })).json().id
}

const report = (column: string) => ({
  name: `By ${column}`,
  reportType: 'Orders',
  columns: [{ columnId: column }, { columnId: 'total' }],
  groupColumns: [column],
  orderColumns: [{ columnId: 'total', direction: 'desc' }],
})
const save = async (column: string): Promise<string> => (await post('/reports', report(column))).json().id
const schedule = (path: string, body: object) =>
  post(`${path}/schedules`, { cadence: 'daily', hour: 7, recipients: [], ...body })

const send = () => {
  t.clock.set(DUE)
  return runJob(sendDueReportsJob, t.deps)
}

const posted = async () =>
  (
    await db
      .selectFrom('webhook_deliveries')
      .select(['webhook_id', 'type', 'payload'])
      .where('account_id', '=', owner.accountId)
      .execute()
  ).map(({ webhook_id, type, payload }) => ({ channel: webhook_id, type, payload }))

const mails = () => db.selectFrom('outbox_mail').selectAll().where('subject', 'like', 'By %').execute()

describe('a schedule', () => {
  test('posts the first rows of a report in its channels, and emails nobody else', async () => {
    const [slack, teams] = [await add('slack', '#team'), await add('teams', 'Team')]
    await add('slack', '#other')
    const id = await save('state')
    const made = await schedule(`/reports/${id}`, { channels: [slack, teams] })
    expect([made.statusCode, made.json()]).toMatchObject([201, { recipients: [], channels: [slack, teams] }])
    await send()
    const sent = await posted()
    expect(sent.map(({ type }) => type)).toEqual(['schedule.sent', 'schedule.sent'])
    expect(sent.map(({ channel }) => channel).sort()).toEqual([slack, teams].sort())
    for (const { payload } of sent) {
      expect(payload).toContain(`/reports/my/${id}`)
      expect(payload).toContain('The first 10 of 12 rows.')
      expect(
        [...payload.matchAll(/S(\d+) \| \$10\.(\d\d)/g)].map(([, state, cents]) => Number(cents) - Number(state)),
      ).toEqual(Array(10).fill(0))
    }
    expect(await mails()).toEqual([])
    expect(await db.selectFrom('outbox_files').select('id').execute()).toEqual([])
    await send()
    expect(await posted()).toHaveLength(2)
  })

  test('posts no report that names people, and emails it as before', async () => {
    const id = await save('customerName')
    await schedule(`/reports/${id}`, { channels: [await add('slack', '#team')], recipients: [owner.email] })
    await send()
    const [{ payload } = { payload: '' }] = await posted()
    expect(payload).not.toContain('Ann Secret')
    expect(payload).toContain('names customers or team members')
    expect((await mails()).map(({ text }) => text?.includes('Ann Secret'))).toEqual([true])
  })

  test('posts a dashboard without tiles that name people', async () => {
    const tile = (name: string, column: string) => ({
      ...{ id: name, type: 'report', x: 0, y: 0, w: 4, h: 4 },
      props: { title: name, source: report(column), show: 'table' },
    })
    const widgets = [tile('States', 'state'), tile('Customers', 'customerName')]
    const { slug } = (await post('/dashboards', { name: 'Weekend', widgets })).json()
    await schedule(`/dashboards/${slug}`, { channels: [await add('slack', '#team')] })
    await send()
    const [{ payload } = { payload: '' }] = await posted()
    expect(payload).not.toMatch(/Ann Secret|Customers/)
    expect(payload).toMatch(/Weekend.*States.*S11/)
  })

  test('needs somebody or somewhere to send it to', async () => {
    const path = `/reports/${await save('state')}`
    const stranger = await t.register()
    const foreign = {
      format: 'slack',
      name: 'x',
      url: 'https://hooks.slack.com/services/T/B/X',
      events: ['alert.fired'],
    }
    const { id } = (await t.call('POST', '/webhooks', { token: stranger.token, body: foreign })).json()
    const program = { url: 'https://example.com/hook', events: ['alert.fired'] }
    const webhook = (await post('/webhooks', program)).json().id
    const fieldOf = async (body: object) => (await schedule(path, body)).json().errors?.[0]?.field
    expect(await fieldOf({})).toBe('recipients')
    for (const channel of [id, webhook, 'none']) expect(await fieldOf({ channels: [channel] })).toBe('channels[0]')
  })

  test('is deleted with its last channel, but not while it is emailed', async () => {
    const channel = await add('slack', '#team')
    const path = `/reports/${await save('state')}`
    await schedule(path, { channels: [channel] })
    await schedule(path, { channels: [channel], recipients: [owner.email] })
    const listed = async () => (await t.call('GET', `${path}/schedules`, { token: await token() })).json()
    expect(await listed()).toHaveLength(2)
    await t.call('DELETE', `/webhooks/${channel}`, { token: await token() })
    expect(await listed()).toMatchObject([{ recipients: [owner.email], channels: [] }])
  })

  test('posts nothing in a channel that is turned off', async () => {
    const channel = await add('slack', '#team')
    await schedule(`/reports/${await save('state')}`, { channels: [channel] })
    const body = { name: '#team', events: ['alert.fired'], isActive: false }
    await t.call('PUT', `/webhooks/${channel}`, { token: await token(), body })
    await send()
    expect(await posted()).toEqual([])
  })
})

test('channels are listed by name alone for people who may share', async () => {
  const id = await add('slack', '#team')
  await post('/webhooks', { url: 'https://example.com/hook', events: ['alert.fired'] })
  const list = await t.call('GET', '/webhooks/channels', { token: await token() })
  expect(list.json()).toEqual([{ id, name: '#team' }])
})
