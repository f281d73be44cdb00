import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { WebhookInput } from '#contract/webhooks.ts'
import { DAY_MS } from '#domain/clock.ts'
import { inTransaction, unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { alertFired } from '#server/modules/alerts/index.ts'
import { insightsFound } from '#server/modules/insights/index.ts'
import { runEnded } from '#server/modules/services/index.ts'
import { serviceCalls } from '#server/modules/services/service-calls.fixture.ts'
import { runJob } from '#testkit/run-job.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { deliverWebhookHandler } from './deliver-webhook.ts'
import { renewWebhookSecrets } from './webhooks.usecases.ts'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const received: Received[] = []
let answer: { readonly status: number; readonly headers?: Record<string, string> } = { status: 204 }
const receiver = createServer(async (request, response) => {
  received.push({ headers: request.headers, body: await text(request) })
  response.writeHead(answer.status, answer.headers).end()
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
afterAll(() => void receiver.close())

const env = { RATE_LIMITS: 'off', CONNECTOR_ALLOW_PRIVATE: '1' }
const t = await testApp({ env, runsJobs: false })
const db = unscoped(t.deps.db)
let owner: Member

beforeEach(async () => {
  received.length = 0
  answer = { status: 204 }
  owner = await t.register()
})

const create = async (input: Partial<WebhookInput> = {}): Promise<{ id: string; secret: string }> => {
  const body = { url, events: ['data.loaded', 'run.failed', 'alert.fired', 'insight.found'], ...input }
  const response = await t.call('POST', '/webhooks', { token: owner.token, body })
  expect(response.statusCode).toBe(201)
  return response.json()
}

/** Sends everything that waits, due or not. */
const deliverWaiting = async (deps: Deps = t.deps): Promise<void> => {
  const waiting = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where((eb) => eb.and({ account_id: owner.accountId, status: 'waiting' }))
    .orderBy('created_at')
    .execute()
  for (const { id } of waiting)
    await runJob(deliverWebhookHandler, deps, { accountId: owner.accountId, deliveryId: id })
}

/** Sessions end while the test's clock moves on. */
const token = async () => (await t.signIn(owner.email, owner.password)).access_token

const deliveries = async (id: string) =>
  (await t.call('GET', `/webhooks/${id}/deliveries`, { token: await token() })).json().items

const sendTest = async (id: string) => t.call('POST', `/webhooks/${id}/test`, { token: await token() })

const RUN = { serviceId: 's1', serviceName: 'Files', runId: 'r1', kind: 'import', counts: {}, problems: [] } as const

const endRun = (hasFailed: boolean) =>
  inTransaction(t.deps.db, (trx) =>
    t.deps.events.publish(trx, runEnded, { ...RUN, accountId: owner.accountId, hasFailed }),
  )

/** By the library of Standard Webhooks. */
const isSignedWith = (secret: string, { headers, body }: Received): boolean => {
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000)
  const expected = new Verifier(secret).sign(String(headers['webhook-id']), sentAt, body)
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

describe('events', () => {
  const alert = {
    alertId: 'a1',
    eventId: 'e1',
    name: 'Low day',
    range: null,
    compareRange: null,
    readings: [],
    count: 1,
    message: { subject: 'Low day: $5', paragraphs: ['Net sales: $5.'] },
  }
  const insight = { insightId: 'i1', kind: 'anomaly', title: 'Sales rose', text: 'By 20%.' }

  test.each([
    ['data.loaded', () => endRun(false), { serviceName: 'Files', runId: 'r1' }],
    ['run.failed', () => endRun(true), { serviceName: 'Files', runId: 'r1' }],
    [
      'alert.fired',
      () =>
        inTransaction(t.deps.db, (trx) =>
          t.deps.events.publish(trx, alertFired, { ...alert, accountId: owner.accountId }),
        ),
      { name: 'Low day', count: 1 },
    ],
    [
      'insight.found',
      () =>
        inTransaction(t.deps.db, (trx) =>
          t.deps.events.publish(trx, insightsFound, { accountId: owner.accountId, insights: [insight] }),
        ),
      { title: 'Sales rose' },
    ],
  ] as const)('%s reaches the webhooks that want it, and no others', async (type, happen, data) => {
    await create({ events: [type] })
    await create({ events: [type === 'data.loaded' ? 'alert.fired' : 'data.loaded'] })
    await happen()
    await deliverWaiting()
    expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([{ type, data }])
    expect(JSON.parse(received[0]?.body ?? '').data).not.toHaveProperty('accountId')
  })
})

const app = await testApp({ env })

test('a file that is imported announces its counts, one that is refused its problems', async () => {
  const member = await app.register()
  const body = { url, events: ['data.loaded', 'run.failed'] }
  await app.call('POST', '/webhooks', { token: member.token, body })
  const { addService, imported } = serviceCalls(app)
  const { id } = await addService(member)
  const head = 'orderId,orderDate,sku,quantity,unitPrice,productTitle\n'
  for (const [count, quantity] of [
    [1, '2'],
    [2, 'two'],
  ] as const) {
    await imported(member, id, `${head}A${count},2026-03-01,PN,${quantity},30.00,Pinot Noir\n`, { kind: 'order_lines' })
    await expect.poll(() => received.length).toBe(count)
  }
  const [loaded, failed] = received.map(({ body }) => JSON.parse(body))
  expect(loaded).toMatchObject({ type: 'data.loaded', data: { serviceName: 'My csv', problems: [] } })
  expect(failed).toMatchObject({ type: 'run.failed', data: { problems: ['This isn’t a number'] } })
})

describe('a delivery', () => {
  test('is signed as Standard Webhooks says, and a changed body is not', async () => {
    const { id, secret } = await create()
    await sendTest(id)
    await deliverWaiting()
    const [message] = received
    if (message === undefined) throw new Error('Nothing was received')
    expect(isSignedWith(secret, message)).toBe(true)
    expect(isSignedWith(secret, { ...message, body: message.body.replace('test', 'text') })).toBe(false)
    expect(message.headers['webhook-timestamp']).toBe(String(Math.floor(t.clock.now() / 1000)))
    expect(await deliveries(id)).toMatchObject([{ type: 'test', status: 'delivered', attempts: 1, answerStatus: 204 }])
  })

  test('is repeated after errors with the same ID and longer pauses, then given up', async () => {
    const { id } = await create()
    answer = { status: 500 }
    await sendTest(id)
    for (const minutes of [1, 5, 30, 120, 360, 720]) {
      await deliverWaiting()
      const [delivery] = await deliveries(id)
      expect(delivery).toMatchObject({ status: 'waiting', answerStatus: 500, problem: 'Response 500' })
      expect(Date.parse(delivery.nextAttemptUtc) - Date.parse(delivery.lastAttemptUtc)).toBe(minutes * 60_000)
      t.clock.set(Date.parse(delivery.nextAttemptUtc))
    }
    await deliverWaiting()
    expect(await deliveries(id)).toMatchObject([{ status: 'failed', attempts: 7, nextAttemptUtc: null }])
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(received).toHaveLength(7)

    answer = { status: 200 }
    const [{ id: deliveryId }] = await deliveries(id)
    const again = await t.call('POST', `/webhooks/${id}/deliveries/${deliveryId}`, { token: await token() })
    expect(again.statusCode).toBe(202)
    await deliverWaiting()
    expect(await deliveries(id)).toMatchObject([{ status: 'delivered', attempts: 1 }])
    expect(received.at(-1)?.headers['webhook-id']).toBe(deliveryId)
  })

  test('is not sent once the webhook is turned off or deleted', async () => {
    const { id } = await create()
    await endRun(false)
    const body = { url, events: ['data.loaded'], isActive: false }
    await t.call('PUT', `/webhooks/${id}`, { token: owner.token, body })
    await endRun(false)
    await deliverWaiting()
    expect(received).toEqual([])
    expect(await deliveries(id)).toMatchObject([{ status: 'failed', attempts: 0 }])
    await t.call('DELETE', `/webhooks/${id}`, { token: owner.token })
    await endRun(false)
    await deliverWaiting()
    expect(received).toEqual([])
  })

  test('does not follow redirects', async () => {
    const { id } = await create()
    answer = { status: 302, headers: { location: `${url}/elsewhere` } }
    await sendTest(id)
    await deliverWaiting()
    expect(received).toHaveLength(1)
    expect((await deliveries(id))[0].problem).toBe('Response 302: redirects are not followed')
  })

  test('security 33: is not sent to a name that leads to a private address', async () => {
    const { id } = await create({ url: url.replace('127.0.0.1', 'hook.example') })
    await sendTest(id)
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const platforms = { ...t.deps.platforms, allowPrivate: false, resolve }
    await db.updateTable('webhooks').set({ url: 'https://hook.example/' }).where('id', '=', id).execute()
    await deliverWaiting({ ...t.deps, platforms })
    expect(received).toEqual([])
    expect((await deliveries(id))[0].problem).toBe('The URL leads to an address that isn’t allowed')
  })
})

describe('the secret', () => {
  test('is answered only when it is made, and never stored or exported as it is', async () => {
    const { id, secret } = await create()
    const list = await t.call('GET', '/webhooks', { token: owner.token })
    const { secrets } = await db.selectFrom('webhooks').select('secrets').where('id', '=', id).executeTakeFirstOrThrow()
    expect([list.body.includes(secret), secrets.includes(secret)]).toEqual([false, false])
  })

  test('signs next to its successor for 24 hours', async () => {
    const { id, secret: former } = await create()
    const { secret } = (await t.call('POST', `/webhooks/${id}/secret`, { token: owner.token })).json()
    const signers = async () => {
      await sendTest(id)
      await deliverWaiting()
      const message = received.at(-1)
      return message && [isSignedWith(former, message), isSignedWith(secret, message)]
    }
    expect(await signers()).toEqual([true, true])
    t.clock.advance(DAY_MS)
    expect(await signers()).toEqual([false, true])
  })

  test('is encrypted again when the master key is replaced', async () => {
    const { id, secret } = await create()
    const { keys } = t.deps
    const replaced = { ...keys, master: Buffer.alloc(32, 7), retiredMaster: keys.master }
    await renewWebhookSecrets({ ...t.deps, keys: replaced })
    await sendTest(id)
    await deliverWaiting({ ...t.deps, keys: { ...replaced, retiredMaster: null } })
    expect(received[0] && isSignedWith(secret, received[0])).toBe(true)
    await renewWebhookSecrets({ ...t.deps, keys: { ...keys, retiredMaster: replaced.master } })
  })
})

describe('the URL', () => {
  test.each([
    'http://127.0.0.1/hook',
    'https://localhost/hook',
    'https://10.0.0.8/hook',
    'https://169.254.169.254/latest',
    'https://user:pass@example.com/',
    'https://example.com:8080/',
    'http://example.com/hook',
    'ftp://example.com/hook',
    'example.com',
  ])('security 33: %s is refused by name', async (address) => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const platforms = { ...t.deps.platforms, allowPrivate: false, resolve }
    const { createWebhook } = await import('./webhooks.usecases.ts')
    const caller = { accountId: owner.accountId } as Parameters<typeof createWebhook>[1]
    const input = {
      format: 'standard' as const,
      name: '',
      url: address,
      events: ['data.loaded' as const],
      isActive: true,
    }
    await expect(createWebhook({ ...t.deps, platforms }, caller, input)).rejects.toMatchObject({
      items: [{ field: 'url' }],
    })
  })

  test.each([
    [{ url: ' ' }, 'url'],
    [{ events: [] }, 'events'],
    [{ events: ['data.lost'] }, 'events[0]'],
  ])('%j is refused with its field', async (change, field) => {
    const body = { url, events: ['data.loaded'], ...change }
    const response = await t.call('POST', '/webhooks', { token: owner.token, body })
    expect([response.statusCode, response.json().errors[0].field]).toEqual([400, field])
  })
})
