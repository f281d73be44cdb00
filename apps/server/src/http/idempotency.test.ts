import { describe, expect, test } from 'vitest'
import { serviceCalls } from '#server/modules/services/service-calls.fixture.ts'
import { addColleague } from '#server/modules/team/colleague.fixture.ts'
import { testApp } from '#testkit/test-app.ts'

const t = await testApp({ runsJobs: false })
const owner = await t.register()
const other = await t.register()

const create = (key: string, name: string, token = owner.token) =>
  t.call('POST', '/dashboards', { token, body: { name }, headers: { 'idempotency-key': key } })

const countNamed = async (name: string): Promise<number> => {
  const { body } = await t.call('GET', '/dashboards', { token: owner.token })
  const dashboards: { name: string }[] = JSON.parse(body)
  return dashboards.filter((dashboard) => dashboard.name === name).length
}

test('security 44: a repeated POST with the same key has one effect and returns the same response', async () => {
  const first = await create('k1', 'Once')
  const second = await create('k1', 'Once')
  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.json()).toEqual(first.json())
  expect(await countNamed('Once')).toBe(1)
})

test('security 44: rejects a reused key with a different body as 409', async () => {
  await create('k2', 'First')
  const response = await create('k2', 'Second')
  expect(response.statusCode).toBe(409)
  expect(response.json().errors[0].code).toBe('request.idempotency_key_reused')
  expect(await countNamed('Second')).toBe(0)
})

test('F19: twenty concurrent requests with the same key have one effect', async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => create('k3', 'Twenty')))
  expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
  expect(responses.every(({ statusCode }) => statusCode === 201)).toBe(true)
  expect(await countNamed('Twenty')).toBe(1)
})

test('allows a failed request to be retried with its key', async () => {
  expect((await create('k4', '')).statusCode).toBe(400)
  expect((await create('k4', 'Now with a name')).statusCode).toBe(201)
})

test('keeps the keys of different users separate', async () => {
  const mine = await create('k5', 'Mine')
  const theirs = await create('k5', 'Theirs', other.token)
  expect(mine.json().name).toBe('Mine')
  expect(theirs.json().name).toBe('Theirs')
})

test.each(['', 'x'.repeat(256)])('rejects a key of %j', async (key) => {
  expect((await create(key, 'Bad key')).statusCode).toBe(400)
})

const keyed = (method: 'POST', path: string, key: string, body: object, token = owner.token) =>
  t.call(method, path, { token, body, headers: { 'idempotency-key': key } })

const storedResponse = async (key: string) =>
  t.deps.db
    .selectFrom('idempotency_keys')
    .select(['status', 'body'])
    .where((eb) => eb.and({ account_id: owner.accountId, user_id: owner.userId, key }))
    .executeTakeFirstOrThrow()

describe('a failed request with a key', () => {
  test('counts toward its rate limit', async () => {
    const invited = await keyed('POST', '/invitation', 'limit', { email: 'guest@oak.example', roles: ['User'] })
    const { id } = invited.json()
    await t.call('DELETE', `/invitation/${id}`, { token: owner.token })
    const statuses: number[] = []
    for (let attempt = 0; attempt < 6; attempt += 1)
      statuses.push((await keyed('POST', `/invitation/${id}/resend`, `limit ${attempt}`, {})).statusCode)
    expect(statuses).toEqual([409, 409, 409, 409, 409, 429])
  })

  test('leaves its audit entry', async () => {
    const admin = await addColleague(t, owner, ['AccountAdmin'])
    const body = { email: 'boss@oak.example', roles: ['AccountOwner'] }
    expect((await keyed('POST', '/invitation', 'raise', body, admin.token)).statusCode).toBe(409)
    const { body: page } = await t.call('GET', '/audit', { token: owner.token })
    const entries: { action: string; userId: string }[] = JSON.parse(page).items
    expect(
      entries.filter(({ action, userId }) => action === 'user.raise_refused' && userId === admin.userId),
    ).toHaveLength(1)
  })
})

describe('security 34: a stored response', () => {
  const settings = { tenant: 'estate-cellars', appId: 'cuvee-app', appSecret: 'a secret of the platform' }
  const add = (key: string) => keyed('POST', '/service', key, { type: 'commerce7', name: 'Cellar', settings })

  test('contains no secret in plain text, and is returned unchanged', async () => {
    const first = await add('secret')
    expect(first.statusCode).toBe(201)
    const { webhook, id } = first.json()
    expect(webhook.url).toContain(`/api/service/${id}/webhook/`)
    const { body } = await storedResponse('secret')
    const stored = Buffer.from(String(body), 'base64').toString('latin1')
    for (const text of [webhook.url, id, 'Cellar'])
      expect([String(body).includes(text), stored.includes(text)]).toEqual([false, false])
    const second = await add('secret')
    expect([second.statusCode, second.body]).toEqual([201, first.body])
  })

  test('cannot be read with the key of another request', async () => {
    await add('own')
    await create('foreign', 'Foreign')
    const { body } = await storedResponse('own')
    await t.deps.db
      .updateTable('idempotency_keys')
      .set({ body })
      .where((eb) => eb.and({ account_id: owner.accountId, key: 'foreign' }))
      .execute()
    const response = await create('foreign', 'Foreign')
    expect([response.statusCode, response.json().errors[0].code]).toEqual([409, 'request.response_lost'])
  })

  test('of an earlier release is returned as it was stored', async () => {
    const first = await create('earlier', 'Earlier')
    await t.deps.db
      .updateTable('idempotency_keys')
      .set({ body: first.body })
      .where((eb) => eb.and({ account_id: owner.accountId, key: 'earlier' }))
      .execute()
    expect((await create('earlier', 'Earlier')).body).toBe(first.body)
  })
})

describe('security 44: raw calls', () => {
  const { addService } = serviceCalls(t)
  const orderOf = (number: string) => ({
    sourceId: number,
    orderNumber: number,
    ordered: '2026-06-10T19:30:00Z',
    lines: [],
  })
  const waitingBatches = () =>
    t.deps.db.selectFrom('ingest_batches').select('id').where('account_id', '=', owner.accountId).execute()

  test('a push with the same key is stored once and answered the same, and with other records refused', async () => {
    const { key } = (
      await t.call('POST', '/account/api-keys', { token: owner.token, body: { name: 'Till', scope: 'write' } })
    ).json()
    const push = (number: string) => keyed('POST', '/ingest/orders', 'push', { records: [orderOf(number)] }, key)
    const first = await push('1')
    expect(first.statusCode).toBe(200)
    await expect.poll(waitingBatches).toEqual([])
    const again = await Promise.all([push('1'), push('1')])
    expect(again.map(({ body }) => body)).toEqual([first.body, first.body])
    expect(await waitingBatches()).toEqual([])
    expect((await push('2')).json().errors[0].code).toBe('request.idempotency_key_reused')
  })

  test('an upload with a key is refused before it is read', async () => {
    const { id } = await addService(owner)
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'text/csv', 'idempotency-key': 'file' }
    const answer = await t.app.inject({
      method: 'POST',
      url: `/api/service/${id}/files`,
      headers,
      payload: 'Order ID\nA\n',
    })
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, 'request.idempotency_key_refused'])
    const files = t.deps.db.selectFrom('staged_files').select('id').where('account_id', '=', owner.accountId)
    expect(await files.execute()).toEqual([])
  })
})
