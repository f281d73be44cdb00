import { expect, test } from 'vitest'
import { testApp } from '#testkit/test-app.ts'

const t = await testApp()
const owner = await t.register()
const other = await t.register()

const create = (key: string, name: string, token = owner.token) =>
  t.call('POST', '/dashboards', { token, body: { name }, headers: { 'idempotency-key': key } })

const named = async (name: string): Promise<number> => {
  const { body } = await t.call('GET', '/dashboards', { token: owner.token })
  const dashboards: { name: string }[] = JSON.parse(body)
  return dashboards.filter((dashboard) => dashboard.name === name).length
}

test('security 44: the same creating call with the same key has one effect and one answer', async () => {
  const first = await create('k1', 'Once')
  const second = await create('k1', 'Once')
  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.json()).toEqual(first.json())
  expect(await named('Once')).toBe(1)
})

test('security 44: a key with another body is 409', async () => {
  await create('k2', 'First')
  const response = await create('k2', 'Second')
  expect(response.statusCode).toBe(409)
  expect(response.json().errors[0].code).toBe('request.idempotency_key_reused')
  expect(await named('Second')).toBe(0)
})

test('F19: twenty at once have one effect', async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => create('k3', 'Twenty')))
  expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
  expect(responses.every(({ statusCode }) => statusCode === 201)).toBe(true)
  expect(await named('Twenty')).toBe(1)
})

test('a call that failed may be repeated with its key', async () => {
  expect((await create('k4', '')).statusCode).toBe(400)
  expect((await create('k4', 'Now with a name')).statusCode).toBe(201)
})

test('keys of different users do not meet', async () => {
  const mine = await create('k5', 'Mine')
  const theirs = await create('k5', 'Theirs', other.token)
  expect(mine.json().name).toBe('Mine')
  expect(theirs.json().name).toBe('Theirs')
})

test.each(['', 'x'.repeat(256)])('a key of %j is refused', async (key) => {
  expect((await create(key, 'Bad key')).statusCode).toBe(400)
})
