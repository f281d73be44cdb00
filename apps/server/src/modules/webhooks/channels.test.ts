import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { WebhookInput } from '#contract/webhooks.ts'
import type { ChannelFormat } from '#domain/webhooks.ts'
import { inTransaction, unscoped } from '#server/db/database.ts'
import { alertFired } from '#server/modules/alerts/index.ts'
import { digestSent } from '#server/modules/insights/index.ts'
import type { NotificationMessage } from '#server/modules/notifications/index.ts'
import { runJob } from '#testkit/run-job.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { deliverWebhookHandler } from './deliver-webhook.ts'
import { type Fault, fakeChannels } from './fake-channels.fixture.ts'
import { changeWebhook, createWebhook, renewWebhookSecrets } from './webhooks.usecases.ts'

const fake = await fakeChannels()
afterAll(() => fake.close())

const t = await testApp({ env: { RATE_LIMITS: 'off', CONNECTOR_ALLOW_PRIVATE: '1' }, runsJobs: false })
const db = unscoped(t.deps.db)
let owner: Member

beforeEach(async () => {
  fake.reset()
  owner = await t.register()
})

const token = async () => (await t.signIn(owner.email, owner.password)).access_token

const channel = (format: ChannelFormat, change: Partial<WebhookInput> = {}): WebhookInput => ({
  format,
  name: '#tasting-room',
  url: fake.urls[format],
  events: ['alert.fired', 'digest.sent'],
  ...change,
})

const create = async (input: WebhookInput): Promise<string> => {
  const response = await t.call('POST', '/webhooks', { token: await token(), body: input })
  expect([response.statusCode, response.json().secret]).toEqual([201, null])
  return response.json().id
}

const deliverWaiting = async (deps = t.deps): Promise<void> => {
  const waiting = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where((eb) => eb.and({ account_id: owner.accountId, status: 'waiting' }))
    .execute()
  for (const { id } of waiting)
    await runJob(deliverWebhookHandler, deps, { accountId: owner.accountId, deliveryId: id })
}

const message: NotificationMessage = {
  subject: 'Tasting room: $600.50',
  paragraphs: ['Total for May 3: $600.50, below your limit of $1,000.00.'],
  link: { label: 'See the number', path: '/alerts?alert=a1' },
}

const fire = (text = message) =>
  inTransaction(t.deps.db, (trx) =>
    t.deps.events.publish(trx, alertFired, {
      accountId: owner.accountId,
      alertId: 'a1',
      eventId: 'e1',
      name: 'Low day',
      range: null,
      compareRange: null,
      readings: [],
      count: 1,
      message: text,
    }),
  )

const sendDigest = () =>
  inTransaction(t.deps.db, (trx) => t.deps.events.publish(trx, digestSent, { accountId: owner.accountId, message }))

const send = async (text?: NotificationMessage) => {
  await fire(text)
  await deliverWaiting()
}

const deliveries = async (id: string) =>
  (await t.call('GET', `/webhooks/${id}/deliveries`, { token: await token() })).json().items

const notices = () =>
  db
    .selectFrom('notifications')
    .select(['subject', 'content'])
    .where((eb) => eb.and({ account_id: owner.accountId, kind: 'channelStopped' }))
    .execute()

describe('a message', () => {
  test('is posted in Slack as blocks, with a text for its notification', async () => {
    const id = await create(channel('slack'))
    await send()
    const link = `<${t.deps.publicUrl}/alerts?alert=a1|See the number>`
    expect(fake.slack).toMatchObject([
      {
        text: 'Tasting room: $600.50',
        blocks: [
          { text: { text: '*Tasting room: $600.50*' } },
          { text: { text: 'Total for May 3: $600.50, below your limit of $1,000.00.' } },
          { text: { text: link } },
        ],
      },
    ])
    expect(await deliveries(id)).toMatchObject([{ type: 'alert.fired', status: 'delivered', answerStatus: 200 }])
  })

  test('is posted in Teams as an Adaptive Card with a button', async () => {
    const id = await create(channel('teams'))
    await send()
    const [card] = fake.teams.map(({ attachments }) => attachments[0]?.content)
    expect(card?.body.map(({ inlines }) => inlines[0]?.text)).toEqual([message.subject, ...message.paragraphs])
    expect(card?.actions).toMatchObject([{ title: 'See the number', url: `${t.deps.publicUrl}/alerts?alert=a1` }])
    expect(await deliveries(id)).toMatchObject([{ status: 'delivered', answerStatus: 202 }])
  })

  test('has no link, mention or markup that a name brings along', async () => {
    await create(channel('slack'))
    await create(channel('teams'))
    const name = '<!channel> & <https://evil.example|Free wine> [Free](https://evil.example)'
    await send({ subject: name, paragraphs: [name] })
    expect(fake.slack[0]?.text).not.toMatch(/<|&(?!amp;|lt;|gt;)/)
    expect(fake.slack[0]?.blocks[1]?.text.text).toBe(
      '&lt;!channel&gt; &amp; &lt;https://evil.example|Free wine&gt; [Free](https://evil.example)',
    )
    // A text run is not Markdown.
    expect(fake.teams[0]?.attachments[0]?.content.body[1]?.inlines).toEqual([{ type: 'TextRun', text: name }])
  })

  test.each(['slack', 'teams'] as const)('of any length is accepted by %s', async (format) => {
    const id = await create(channel(format))
    for (const sign of ['&', '🍷', 'ab\n', '"'])
      await send({ subject: sign.repeat(5000), paragraphs: [sign.repeat(5000)] })
    expect((await deliveries(id)).map(({ status }: { status: string }) => status)).toEqual(Array(4).fill('delivered'))
    expect(JSON.stringify([fake.slack, fake.teams])).not.toMatch(/\\ud83c(?!\\u)|&am?…/)
  })

  test('goes to the channels that want it, and to none that is turned off or of another account', async () => {
    await create(channel('slack', { events: ['digest.sent'] }))
    const off = await create(channel('teams', { isActive: false }))
    const stranger = await t.register()
    await t.call('POST', '/webhooks', { token: stranger.token, body: channel('slack') })
    await send()
    expect(fake.state.requests).toBe(0)
    await sendDigest()
    await deliverWaiting()
    expect([fake.slack.length, fake.teams.length]).toEqual([1, 0])
    expect((await t.call('POST', `/webhooks/${off}/test`, { token: await token() })).statusCode).toBe(202)
    await deliverWaiting()
    expect(fake.teams).toHaveLength(1)
  })
})

describe('a refused message', () => {
  const ended: readonly [ChannelFormat, Fault, string][] = [
    ['slack', { status: 404, body: 'no_service' }, 'Slack answered 404 (no_service). '],
    ['slack', { status: 404, body: 'channel_not_found' }, 'Slack answered 404 (channel_not_found). '],
    ['slack', { status: 403, body: 'invalid_token' }, 'Slack answered 403 (invalid_token). '],
    ['slack', { status: 410, body: 'channel_is_archived' }, 'Slack answered 410 (channel_is_archived). '],
    ['teams', { status: 401, body: '{"error":{"code":"DirectApiAuthorizationRequired"}}' }, 'Teams answered 401. '],
    ['teams', { status: 404, body: '{"error":{"code":"WorkflowNotFound"}}' }, 'Teams answered 404. '],
  ]
  test.each(ended)('by %s with %j is not repeated, and notifies administrators once', async (format, fault, words) => {
    const id = await create(channel(format))
    fake.state.fault = fault
    await send()
    await send()
    const problem = `${words}Create a new webhook URL there and enter it here.`
    expect(await deliveries(id)).toMatchObject(
      Array(2).fill({ status: 'failed', attempts: 1, problem, nextAttemptUtc: null }),
    )
    expect(await notices()).toMatchObject([{ subject: '#tasting-room no longer receives messages' }])
    fake.state.fault = null
    t.clock.advance(1000)
    const { url: _, format: __, ...body } = channel(format)
    await t.call('PUT', `/webhooks/${id}`, { token: await token(), body })
    await send()
    expect((await deliveries(id))[0]).toMatchObject({ status: 'delivered' })
    fake.state.fault = fault
    await send()
    expect(await notices()).toHaveLength(2)
  })

  test('that is at fault itself is not repeated, and says nothing about the channel', async () => {
    const id = await create(channel('slack'))
    fake.state.fault = { status: 400, body: 'invalid_payload' }
    await send()
    expect(await deliveries(id)).toMatchObject([{ status: 'failed', problem: 'Slack answered 400 (invalid_payload)' }])
    expect(await notices()).toEqual([])
  })

  test.each([
    [{ status: 429, headers: { 'retry-after': '30' } }, 60],
    [{ status: 429, headers: { 'retry-after': '900' } }, 900],
    [{ status: 429, headers: { 'retry-after': '9999999' } }, 86_400],
    [{ status: 429, headers: { 'retry-after': 'soon' } }, 60],
    [{ status: 500, body: 'rollup_error' }, 60],
    [{ status: 503 }, 60],
    [{ status: 408 }, 60],
  ])('with %j is sent again after %i seconds', async (fault, seconds) => {
    const id = await create(channel('slack'))
    fake.state.fault = fault
    await send()
    const [delivery] = await deliveries(id)
    expect(delivery).toMatchObject({ status: 'waiting', attempts: 1, problem: `Response ${fault.status}` })
    expect(Date.parse(delivery.nextAttemptUtc) - t.clock.now()).toBe(seconds * 1000)
    fake.state.fault = null
    await deliverWaiting()
    expect([(await deliveries(id))[0].status, fake.slack.length, await notices()]).toEqual(['delivered', 1, []])
  })

  test('without an answer within 10 seconds is sent again', { timeout: 30_000 }, async () => {
    const id = await create(channel('teams'))
    fake.state.fault = 'hang'
    await send()
    expect(await deliveries(id)).toMatchObject([{ status: 'waiting', problem: 'No answer within 10 seconds' }])
  })
})

describe('the address', () => {
  test.each(['slack', 'teams'] as const)('of %s is sealed, and masked in every answer', async (format) => {
    const id = await create(channel(format))
    const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const address = fake.urls[format]
    const masked = `${new URL(address).origin}/…sign`
    expect([row.url, row.secrets.includes('sign')]).toEqual([masked, false])
    const list = await t.call('GET', '/webhooks', { token: await token() })
    expect(list.json()).toMatchObject([{ id, format, name: '#tasting-room', url: masked }])
    const log = await db.selectFrom('audit_log').selectAll().where('account_id', '=', owner.accountId).execute()
    expect(JSON.stringify([list.body, log])).not.toContain(address.slice(-12))
  })

  test('stays when a change names none, and is replaced by another', async () => {
    const id = await create(channel('slack', { url: 'http://127.0.0.1:9/services/old' }))
    const { url: _, ...rest } = channel('slack', { name: 'Renamed' })
    await t.call('PUT', `/webhooks/${id}`, { token: await token(), body: rest })
    await send()
    expect((await deliveries(id))[0]).toMatchObject({ problem: 'The URL couldn’t be reached' })
    await t.call('PUT', `/webhooks/${id}`, { token: await token(), body: { ...rest, url: fake.urls.slack } })
    await deliverWaiting()
    expect(fake.slack).toHaveLength(1)
  })

  test('opens after the master key is replaced, and has no signing secret to replace', async () => {
    const id = await create(channel('slack'))
    const { keys } = t.deps
    const replaced = { ...keys, master: Buffer.alloc(32, 7), retiredMaster: keys.master }
    await renewWebhookSecrets({ ...t.deps, keys: replaced })
    await fire()
    await deliverWaiting({ ...t.deps, keys: { ...replaced, retiredMaster: null } })
    expect(fake.slack).toHaveLength(1)
    await renewWebhookSecrets({ ...t.deps, keys: { ...keys, retiredMaster: replaced.master } })
    expect((await t.call('POST', `/webhooks/${id}/secret`, { token: await token() })).statusCode).toBe(404)
  })

  const caller = () => ({ accountId: owner.accountId }) as Parameters<typeof createWebhook>[1]
  const guarded = () => ({ ...t.deps, platforms: { ...t.deps.platforms, allowPrivate: false } })
  const input = (format: ChannelFormat, url: string) => ({
    ...channel(format, { url }),
    format,
    name: 'x',
    isActive: true,
  })

  test.each([
    ['slack', 'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX'],
    ['teams', 'https://prod-186.westus.logic.azure.com:443/workflows/3f/triggers/manual/paths/invoke?sig=x'],
    ['teams', 'https://default5c07.61.environment.api.powerplatform.com:443/powerautomate/automations/direct?sig=x'],
  ] as const)('of %s can be %s', async (format, url) => {
    await createWebhook(guarded(), caller(), input(format, url))
  })

  test.each([
    ['slack', 'http://hooks.slack.com/services/T/B/X'],
    ['slack', 'https://hooks.slack.com:8443/services/T/B/X'],
    ['slack', 'https://hooks.slack.com/triggers/T/B/X'],
    ['slack', 'https://hooks.slack.com.evil.example/services/T/B/X'],
    ['slack', 'https://evil.example/hooks.slack.com/services/'],
    ['slack', 'https://hooks.slack.com@evil.example/services/T/B/X'],
    ['slack', 'https://10.0.0.8/services/T/B/X'],
    ['slack', 'https://prod-1.logic.azure.com/workflows/x'],
    ['teams', 'https://hooks.slack.com/services/T/B/X'],
    ['teams', 'https://winery.webhook.office.com/webhookb2/x'],
    ['teams', 'https://evillogic.azure.com/workflows/x'],
    ['teams', 'https://logic.azure.com.evil.example/x'],
    ['teams', 'https://127.0.0.1/workflows/x'],
  ] as const)('security 33: of %s cannot be %s, new or changed', async (format, url) => {
    const refused = { items: [{ field: 'url' }] }
    await expect(createWebhook(guarded(), caller(), input(format, url))).rejects.toMatchObject(refused)
    const id = await create(channel(format))
    await expect(changeWebhook(guarded(), caller(), id, input(format, url))).rejects.toMatchObject(refused)
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ events: ['run.failed' as const] }, 'events'],
    [{ events: [] }, 'events'],
    [{ format: 'discord' as never }, 'format'],
  ])('a channel with %j is refused with its field', async (change, field) => {
    const response = await t.call('POST', '/webhooks', { token: await token(), body: channel('slack', change) })
    expect([response.statusCode, response.json().errors[0].field]).toEqual([400, field])
  })
})
