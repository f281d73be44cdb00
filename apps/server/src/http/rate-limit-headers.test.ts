import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testApp, testClock } from '#testkit/test-app.ts'
import { contractCalls } from '#testkit/test-client.ts'
import { createKeyCounter } from './rate-limit-headers.ts'

const t = await testApp({ runsJobs: false })
const owner = await t.register()

const createKey = async (): Promise<string> =>
  (await t.call('POST', '/api-keys', { token: owner.token, body: { name: 'Export' } })).json().key

const limitsOf = ({ headers }: { headers: Record<string, unknown> }) => [headers['ratelimit-policy'], headers.ratelimit]

test('answers to a key say its limit, what is left of it, and when it starts over', async () => {
  const [key, other] = [await createKey(), await createKey()]
  const first = await t.call('GET', '/account', { token: key })
  expect(limitsOf(first)).toEqual(['"key";q=1200;w=60', '"key";r=1199;t=60'])
  t.clock.advance(20_500)
  expect(limitsOf(await t.call('GET', '/account', { token: key }))[1]).toBe('"key";r=1198;t=40')
  expect(limitsOf(await t.call('GET', '/account', { token: other }))[1]).toBe('"key";r=1199;t=60')
  expect(limitsOf(await t.call('POST', '/dashboards', { token: key, body: {} }))[1]).toBe('"key";r=1197;t=40')
})

test('a limit of the endpoint is in the headers, too, for keys and for people', async () => {
  const question = { body: { question: 'net sales by month' } }
  const policy = /^"key";q=1200;w=60, "\w+";q=\d+;w=\d+$/
  const asked = await t.call('POST', '/insight/ask', { token: await createKey(), ...question })
  expect(asked.headers['ratelimit-policy']).toMatch(policy)
  const person = await t.call('POST', '/insight/ask', { token: owner.token, ...question })
  expect(person.headers.ratelimit).toMatch(/^"\w+";r=\d+;t=\d+$/)
  expect(limitsOf(await t.call('GET', '/account', { token: owner.token }))).toEqual([undefined, undefined])
})

test('a request above the limit of a key answers 429 with Retry-After, and others go on', async () => {
  const [key, other] = [await createKey(), await createKey()]
  // Paths without an endpoint are not counted, so the requests go to one that answers quickly.
  for (let batch = 0; batch < 12; batch += 1)
    await Promise.all(Array.from({ length: 100 }, () => t.call('GET', '/api-keys', { token: key })))
  const refused = await t.call('GET', '/account', { token: key })
  expect([refused.statusCode, refused.headers['retry-after'], ...limitsOf(refused)]).toEqual([
    429,
    '60',
    '"key";q=1200;w=60',
    '"key";r=0;t=60',
  ])
  expect((await t.call('GET', '/account', { token: other })).statusCode).toBe(200)
})

test('a key has its requests again when its window is over, and others count apart', () => {
  const clock = testClock()
  const count = createKeyCounter({ clock }, { hits: 2, seconds: 60 })
  const left = (key: string) => count(key).remaining
  expect([left('a'), left('a'), left('a'), left('b')]).toEqual([1, 0, -1, 1])
  clock.advance(59_999)
  expect(left('a')).toBe(-2)
  clock.advance(1)
  expect([left('a'), left('b')]).toEqual([1, 1])
})

test('the limits of calls are those that the API page names', () => {
  const page = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8')
  const documented = page.match(/^\| `[\w-]+` \| \d+ in \d+ minutes? \| the \w+ \|$/gm)
  const rows = contractCalls().flatMap(({ meta: { rateLimit } }) => {
    if (!rateLimit) return []
    const { bucket, hits, seconds, per } = rateLimit
    return [`| \`${bucket}\` | ${hits} in ${seconds / 60} minute${seconds === 60 ? '' : 's'} | the ${per} |`]
  })
  expect(documented).toEqual([...new Set(rows)].toSorted())
})
