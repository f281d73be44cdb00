import { expect, test } from 'vitest'
import { testApp } from '#testkit/test-app.ts'

const t = await testApp()
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
