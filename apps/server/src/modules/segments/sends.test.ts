import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { formProblems } from '#connectors/kit/documented-form.fixture.ts'
import { documentedAnswer } from '#connectors/mailchimp/documented-answers.fixture.ts'
import { type FakePerson, startFakeMailchimp } from '#connectors/mailchimp/fake-mailchimp.fixture.ts'
import { Segment, type SegmentAudience, type SegmentSend } from '#contract/segments.ts'
import { runJob } from '#testkit/run-job.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { customerRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { sendSegmentHandler } from './send-segment.job.ts'
import { updateSegmentsHandler } from './update-segments.job.ts'

const TAG = 'Californians'
const people: FakePerson[] = []
const fake = await startFakeMailchimp({ campaigns: 0, people })
afterAll(() => fake.server.close())

const t = await testApp({
  env: {
    RATE_LIMITS: 'off',
    CONNECTOR_ALLOW_PRIVATE: '1',
    TIME_SCALE: '5000',
    MAILCHIMP_URL: `${fake.server.url}${fake.basePath}`,
  },
  runsJobs: false,
})

let owner: Member
let segment: Segment
let audience: SegmentAudience

const call = (method: 'GET' | 'POST', path: string, body?: object, token = owner.token) =>
  t.call(method, path, { token, ...(body ? { body } : {}) })

const person = (email: string, status = 'subscribed', tags: string[] = []): FakePerson => ({ email, status, tags })
const tagged = () => people.flatMap(({ email, tags }) => (tags.includes(TAG) ? [email] : [])).toSorted()
const writes = () => fake.server.calls.filter(({ method }) => method === 'POST')

/** Customers of California, by their email. */
const load = (emails: readonly (string | null)[]) =>
  t.load(owner.accountId, {
    customers: emails.map((email, index) =>
      customerRow({ source_id: `c${index}`, name: `c${index}`, email, state: 'CA' }),
    ),
  })

beforeEach(async () => {
  people.splice(0)
  fake.server.heal()
  fake.server.calls.splice(0)
  owner = await t.register()
  const service = await call('POST', '/service', {
    type: 'mailchimp',
    name: 'Mail',
    settings: { ...fake.settings, ...fake.secrets },
    syncEveryMinutes: null,
  })
  expect(service.statusCode, service.body).toBe(201)
  const definition = {
    reportType: 'Customers',
    columns: [{ columnId: 'email' }],
    filters: [{ columnId: 'state', value: 'CA' }],
  }
  segment = Segment.parse((await call('POST', '/segments', { name: TAG, definition })).json())
  audience = (await call('GET', '/segments/audiences')).json<SegmentAudience[]>()[0] as SegmentAudience
})

const update = () => runJob(updateSegmentsHandler, t.deps, { accountId: owner.accountId })
const work = (id: string) => runJob(sendSegmentHandler, t.deps, { accountId: owner.accountId, id })
const latest = async () => (await call('GET', `/segments/${segment.id}/sends`)).json<SegmentSend[]>()[0]

const check = async (): Promise<string> => {
  const response = await call('POST', `/segments/${segment.id}/sends`, audience)
  expect(response.statusCode, response.body).toBe(202)
  const { id } = response.json<SegmentSend>()
  await work(id)
  return id
}

const send = async (id: string) => {
  const response = await call('POST', `/segments/${segment.id}/sends/${id}/start`)
  expect(response.statusCode, response.body).toBe(202)
  await work(id)
}

/** One person of each kind. */
const oneOfEach = async () => {
  await load(['New@x.test', 'tagged@x.test', 'off@x.test', 'bounced@x.test', 'pending@x.test', 'nobody@x.test', null])
  people.push(
    person('new@X.test'),
    person('tagged@x.test', 'subscribed', [TAG, 'Other']),
    person('off@x.test', 'unsubscribed'),
    person('bounced@x.test', 'cleaned'),
    person('pending@x.test', 'pending'),
    person('left@x.test', 'unsubscribed', [TAG]),
    person('stranger@x.test'),
  )
  await update()
}

describe('a dry run', () => {
  test('counts who would be tagged and who would not, and changes nothing', async () => {
    await oneOfEach()
    expect(audience).toMatchObject({ name: 'Wine Club', serviceName: 'Mail' })
    await check()
    expect(await latest()).toMatchObject({
      status: 'checked',
      audience: 'Wine Club',
      counts: { toTag: 1, toUntag: 1, tagged: 1, noConsent: 1, unsubscribed: 2, unknown: 1 },
      done: 0,
    })
    expect(writes()).toEqual([])
  })

  test('is not sent by any job', async () => {
    await oneOfEach()
    const id = await check()
    await work(id)
    expect((await latest())?.status).toBe('checked')
    expect(writes()).toEqual([])
  })
})

describe('a send', () => {
  test('tags and untags people in answers of the documented form, and subscribes nobody', async () => {
    const problems: string[] = []
    fake.server.watch((one, { body }) => {
      const form = documentedAnswer(one)
      problems.push(...(form === null ? [`${one.path} is not documented`] : formProblems(body, form)))
    })
    await oneOfEach()
    await send(await check())
    expect(await latest()).toMatchObject({ status: 'done', done: 2, problem: null })
    expect(tagged()).toEqual(['new@X.test', 'tagged@x.test'])
    expect(people.map(({ status }) => status)).toEqual([
      ...['subscribed', 'subscribed', 'unsubscribed', 'cleaned', 'pending', 'unsubscribed', 'subscribed'],
    ])
    expect(people).toHaveLength(7)
    expect(problems).toEqual([])
    const { items } = (await call('GET', '/audit')).json<{ items: { action: string }[] }>()
    expect(items.map(({ action }) => action)).toContain('segments.send')
  })

  test('leaves out who unsubscribed after the dry run', async () => {
    await load(['a@x.test', 'b@x.test'])
    people.push(person('a@x.test'), person('b@x.test'))
    await update()
    const id = await check()
    for (const one of people) if (one.email === 'b@x.test') one.status = 'unsubscribed'
    await send(id)
    expect(tagged()).toEqual(['a@x.test'])
    expect(await latest()).toMatchObject({ counts: { toTag: 1, unsubscribed: 1 }, done: 1 })
  })

  const many = async (count: number) => {
    const emails = Array.from({ length: count }, (_, index) => `p${index}@x.test`)
    await load(emails)
    people.push(...emails.map((email) => person(email)))
    await update()
  }

  test('goes in batches of 500, over temporary failures', async () => {
    await many(1_201)
    const id = await check()
    fake.server.failNext({ status: 429, headers: { 'retry-after': '1' } }, { when: ({ method }) => method === 'POST' })
    fake.server.failNext('cut', { when: ({ method, path }) => method === 'POST' && path.includes('/segments/') })
    fake.server.failNext({ status: 503 }, { when: ({ path }) => path.endsWith('/members') })
    await send(id)
    expect(await latest()).toMatchObject({ status: 'done', done: 1_201 })
    expect(tagged()).toHaveLength(1_201)
  })

  test('stops before the next batch, and a later one does the rest', async () => {
    await many(1_100)
    const id = await check()
    let batches = 0
    const isSecond = ({ method, path }: { method: string; path: string }) => {
      if (method === 'POST' && path.includes('/segments/')) batches += 1
      return batches === 2
    }
    fake.server.failNext('hang', { when: isSecond })
    const started = await call('POST', `/segments/${segment.id}/sends/${id}/start`)
    expect(started.statusCode).toBe(202)
    const working = work(id)
    await expect.poll(() => batches).toBe(2)
    const stopped = await call('POST', `/segments/${segment.id}/sends/${id}/stop`)
    expect(stopped.statusCode, stopped.body).toBe(200)
    fake.server.heal()
    await working
    const { status, done = 0 } = (await latest()) ?? {}
    expect(status).toBe('stopped')
    expect(done).toBeLessThan(1_100)
    expect(tagged()).toHaveLength(done)
    await send(await check())
    expect(tagged()).toHaveLength(1_100)
  })

  test('names the addresses that Mailchimp refuses', async () => {
    await load(['a@x.test', 'b@x.test'])
    people.push(person('a@x.test'), person('b@x.test'))
    await update()
    const id = await check()
    fake.server.failNext(
      {
        edit: (body) =>
          JSON.stringify({ ...JSON.parse(body), errors: [{ email_addresses: ['b@x.test'], error: 'No' }] }),
      },
      { when: ({ method, path }) => method === 'POST' && path.includes('/segments/') },
    )
    await send(id)
    expect(await latest()).toMatchObject({ status: 'done', problem: 'No (b@x.test)' })
  })

  test.each([
    ['a revoked key', { status: 401 }],
    ['a malformed answer', { edit: () => '{"lists":1}' }],
    ['an outage', { status: 500 }],
  ])('fails for %s, with the reason', async (_what, fault) => {
    await oneOfEach()
    const id = await check()
    fake.server.failNext(fault, { times: 50 })
    await send(id)
    fake.server.heal()
    const { status, problem } = (await latest()) ?? {}
    expect([status, typeof problem]).toEqual(['failed', 'string'])
    expect(tagged()).toEqual(['left@x.test', 'tagged@x.test'])
  })

  test('is only possible once for a dry run that has ended, and one at a time', async () => {
    await oneOfEach()
    const { id } = (await call('POST', `/segments/${segment.id}/sends`, audience)).json<SegmentSend>()
    const path = `/segments/${segment.id}/sends`
    expect((await call('POST', path, audience)).statusCode).toBe(409)
    expect((await call('POST', `${path}/${id}/start`)).statusCode).toBe(409)
    await work(id)
    const other = (await call('POST', path, audience)).json<SegmentSend>()
    expect((await call('POST', `${path}/${id}/start`)).statusCode).toBe(409)
    await work(other.id)
    await send(id)
    expect((await call('POST', `${path}/${id}/start`)).statusCode).toBe(409)
    expect((await call('POST', `${path}/${id}/stop`)).statusCode).toBe(409)
  })

  test('is for administrators of the account', async () => {
    const other = await t.register()
    const path = `/segments/${segment.id}/sends`
    expect((await call('POST', path, audience, other.token)).statusCode).toBe(404)
    expect((await call('GET', path, undefined, other.token)).statusCode).toBe(404)
  })
})
