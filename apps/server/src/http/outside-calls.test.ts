import { afterEach, describe, expect, test, vi } from 'vitest'
import { FAKE_SETTINGS as COMMERCE7 } from '#connectors/commerce7/fake-commerce7.fixture.ts'
import { PLATFORM_CONNECTORS } from '#connectors/registry.ts'
import { FAKE_SETTINGS as WINEDIRECT } from '#connectors/winedirect/fake-winedirect.fixture.ts'
import { inTransaction } from '#server/db/database.ts'
import { smtpTransport } from '#server/mail/transport.ts'
import { saying, startModelServer } from '#server/modules/ask/assistant/model-server.fixture.ts'
import { payingApp } from '#server/modules/billing/paying-app.fixture.ts'
import { fetchLogo } from '#server/modules/pictures/fetch-logo.ts'
import { openConnection } from '#server/modules/services/platform/open-connection.ts'
import { generateModelText } from '#server/platform/model-client.ts'
import { MisplacedOutsideCall, runHandler } from '#server/platform/outside-calls.ts'
import type { Member } from '#testkit/test-client.ts'

const model = await startModelServer()
const t = await payingApp({ CONNECTOR_ALLOW_PRIVATE: '1' })
const [owner, other] = [await t.register(), await t.register()]

const hanging: (() => void)[] = []
const hang = () => {
  model.answer = (body, response) => void hanging.push(() => saying('[]')(body, response))
}
const release = () => {
  model.answer = saying('[]')
  for (const answer of hanging.splice(0)) answer()
}
afterEach(() => {
  release()
  t.stripe.server.heal()
})

let keys = 0
const tryModel = ({ token }: Member, key = `try-${++keys}`) =>
  t.call('POST', '/insight/settings/try-model', {
    token,
    body: { url: model.url, name: 'fake' },
    headers: { 'idempotency-key': key },
  })
const checkout = ({ token }: Member, key: string) =>
  t.call('POST', '/billing/checkout', { token, body: { plan: 'Estate' }, headers: { 'idempotency-key': key } })

const readUser = async ({ token }: Member) => {
  const begun = performance.now()
  const { statusCode } = await t.call('GET', '/user', { token })
  return { statusCode, isPrompt: performance.now() - begun < 1_000 }
}

describe('a slow system outside', () => {
  test('does not delay another account, however many keyed model tests of one account wait for it', async () => {
    hang()
    const calls = Promise.all(Array.from({ length: 12 }, () => tryModel(owner)))
    await vi.waitFor(() => expect(hanging).toHaveLength(3), 20_000)
    expect(await readUser(other)).toEqual({ statusCode: 200, isPrompt: true })
    expect(await readUser(owner)).toEqual({ statusCode: 200, isPrompt: true })
    release()
    expect((await calls).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 12 }, () => 200))
  })

  test('does not delay another account while payments of several accounts wait for it', async () => {
    const payers = await Promise.all(Array.from({ length: 4 }, () => t.register()))
    const before = t.stripe.server.calls.length
    t.stripe.server.failNext('hang', { times: 12 })
    const calls = Promise.all(
      payers.flatMap((payer) => Array.from({ length: 3 }, (_, at) => checkout(payer, `pay-${at}`))),
    )
    await vi.waitFor(() => expect(t.stripe.server.calls.length).toBe(before + 12), 20_000)
    expect(await readUser(other)).toEqual({ statusCode: 200, isPrompt: true })
    t.stripe.server.heal()
    for (const { statusCode } of await calls) expect(statusCode).toBe(200)
  })

  test('gets three requests of an account at a time; beyond twenty that wait, the answer is 429 with Retry-After', async () => {
    hang()
    const calls = Array.from({ length: 23 }, () => tryModel(owner))
    await vi.waitFor(() => expect(hanging).toHaveLength(3), 20_000)
    const refused = await tryModel(owner)
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([429, 'request.too_many'])
    expect(refused.headers['retry-after']).toBe('5')
    expect(hanging).toHaveLength(3)
    release()
    for (const call of calls) expect((await call).statusCode).toBe(200)
  })
})

describe('a keyed request that calls outside', () => {
  test('runs once: concurrent requests with its key wait for its response', async () => {
    const payer = await t.register()
    const answers = await Promise.all(Array.from({ length: 6 }, () => checkout(payer, 'once')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 6 }, () => 200))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    const calls = model.calls.length
    const trials = await Promise.all(Array.from({ length: 6 }, () => tryModel(payer, 'once more')))
    expect(new Set(trials.map(({ body }) => body)).size).toBe(1)
    expect(model.calls.length).toBe(calls + 1)
  })

  test('releases its key when it fails, so that a retry succeeds', async () => {
    const payer = await t.register()
    t.stripe.server.failNext({ status: 500 }, { times: 9 })
    expect((await checkout(payer, 'again')).statusCode).toBe(503)
    t.stripe.server.heal()
    expect((await checkout(payer, 'again')).statusCode).toBe(200)
  })

  test('is repeated when its process ended before it stored a response', async () => {
    const payer = await t.register()
    expect((await checkout(payer, 'lost')).statusCode).toBe(200)
    // The state that a process leaves which is killed during the call.
    await t.deps.db
      .updateTable('idempotency_keys')
      .set({ status: null, body: null })
      .where((eb) => eb.and({ account_id: payer.accountId, key: 'lost' }))
      .execute()
    const answer = await checkout(payer, 'lost')
    expect([answer.statusCode, typeof answer.json().url]).toEqual([200, 'string'])
    expect((await checkout(payer, 'lost')).body).toBe(answer.body)
  })
})

describe('a call outside inside a transaction is refused before it is made', () => {
  const { signal } = new AbortController()
  const payments = () => {
    if (!t.deps.cardPayments) throw new Error('no payment provider')
    return t.deps.cardPayments
  }
  const connection = (type: string) => {
    const connector = PLATFORM_CONNECTORS.find((known) => known.type === type)
    if (!connector) throw new Error(type)
    const account = { timeZone: 'UTC', currency: 'USD' }
    const secrets = {
      appSecret: 'secret',
      password: 'secret',
      accessToken: 'secret',
      clientSecret: 'secret',
      consumerSecret: 'secret',
      apiKey: 'secret-us21',
    }
    const address = { address: 'sftp://files.winery.example/sales', username: 'cuvee' }
    const stores = {
      shop: 'winery.myshopify.com',
      storeUrl: 'https://shop.winery.example',
      consumerKey: 'ck',
      storeHash: 'abc123',
      dataCenter: 'us21',
      locations: '76cb1b05-cb1e-4adf-863a-b2a94a5ecdcf',
    }
    const settings = { ...COMMERCE7, ...WINEDIRECT, ...address, ...stores }
    return openConnection(t.deps, { connector, account, connectionId: type, settings, secrets, grant: null, signal })
  }
  const mail = { id: 'm', to: 'a@b.example', subject: 's', text: 't', html: 'h' }
  const provider = { url: model.url, key: null, model: 'm', isGuarded: true, allowPrivate: true }
  const request = { customerId: 'cus_1', accountId: 1, plan: 'Estate', successUrl: 'x', cancelUrl: 'y' } as const

  test.each([
    ['language model', 'text', () => generateModelText(provider, { instructions: '', prompt: '' }, signal)],
    ['picture download', 'logo', () => fetchLogo(t.deps, `${model.url}/logo.png`, signal)],
    ['mail server', 'delivery', () => smtpTransport('smtp://127.0.0.1:9', 'a@b.example').deliver(mail)],
    ...PLATFORM_CONNECTORS.map(
      ({ type }) => [type, 'test', async () => (await connection(type)).session.test()] as const,
    ),
    ['payment provider', 'makeCustomer', () => payments().makeCustomer({ accountId: 1, name: 'n', email: 'e' })],
    ['payment provider', 'openCheckout', () => payments().openCheckout(request)],
    ['payment provider', 'closeCheckouts', () => payments().closeCheckouts('cus_1')],
    ['payment provider', 'openPortal', () => payments().openPortal({ customerId: 'cus_1', returnUrl: 'x' })],
    ['payment provider', 'readCheckout', () => payments().readCheckout('cs_1')],
    ['payment provider', 'subscriptionOf', () => payments().subscriptionOf('cus_1')],
    ['payment provider', 'statementOf', () => payments().statementOf('cus_1', 'sub_1')],
    ['payment provider', 'setDeletion', () => payments().setDeletion('cus_1', true)],
    ['payment provider', 'endSubscriptions', () => payments().endSubscriptions('cus_1')],
  ] as const)('%s: %s', async (name, _, callOut) => {
    const before = [model.calls.length, t.stripe.server.calls.length]
    const refused = await inTransaction<unknown>(t.deps.db, callOut).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(MisplacedOutsideCall)
    expect(String(refused)).toContain(`${name} was called inside a transaction`)
    const handler = { name: 'POST /api/dashboards', callsOut: false }
    const undeclared = await runHandler<unknown>(handler, async () => callOut()).catch((error: unknown) => error)
    expect(String(undeclared)).toContain(`${name} was called by POST /api/dashboards`)
    expect([model.calls.length, t.stripe.server.calls.length]).toEqual(before)
  })

  test('and allowed again after its end', async () => {
    const late = await inTransaction(
      t.deps.db,
      async () => () => generateModelText(provider, { instructions: '', prompt: '' }, signal),
    )
    expect(await late()).toBe('[]')
  })
})
