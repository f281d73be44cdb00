import { beforeAll, describe, expect, test } from 'vitest'
import { addColleague } from '#server/modules/team/colleague.fixture.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const report = { name: 'Orders', reportType: 'Orders', columns: [{ columnId: 'orderId' }] }
let owner: Member
let reportId: string

beforeAll(async () => {
  owner = await t.register()
  reportId = (await t.call('POST', '/reports', { token: owner.token, body: report })).json().id
})

let keys = 0
const post = (path: string, body: object, { token } = owner) =>
  t.call('POST', path, { token, body, headers: { 'idempotency-key': `key-${++keys}` } })

const CREATES: readonly [path: string, body: (at: number) => object, status: number][] = [
  ['/dashboards', (at) => ({ name: `Sales ${at}` }), 201],
  ['/reports', () => report, 201],
  ['/reports/REPORT/copy', () => ({}), 201],
  ['/reports/REPORT/schedules', () => ({ cadence: 'daily', recipients: [owner.email] }), 201],
  ['/invitation', () => ({ email: `guest-${++keys}@oak.example`, roles: ['User'] }), 201],
  [
    '/user/create',
    () => ({ firstName: 'A', lastName: 'B', email: `user-${++keys}@oak.example`, roles: ['User'] }),
    201,
  ],
  ['/service', () => ({ type: 'csv', name: 'Files', settings: {} }), 201],
  ['/user/set-theme/dark', () => ({}), 200],
  ['/send-feedback', () => ({ route: '/', email: owner.email, rating: 5, comments: 'Good' }), 204],
]

describe.each([6, 20])('%i parallel requests with keys of their own', (times) => {
  test.each(CREATES)('POST %s all succeed', async (path, body, status) => {
    // A report has up to 20 schedules.
    const own = (await t.call('POST', '/reports', { token: owner.token, body: report })).json().id
    const address = path.replace('REPORT', path.endsWith('schedules') ? own : reportId)
    const answers = await Promise.all(Array.from({ length: times }, (_, at) => post(address, body(at))))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: times }, () => status))
  })
})

test('different parallel requests of one user all succeed', async () => {
  const all = CREATES.flatMap(([path, body, status]) =>
    [1, 2].map(async (at) => ({ path, status, answer: await post(path.replace('REPORT', reportId), body(at)) })),
  )
  for (const { path, status, answer } of await Promise.all(all))
    expect([path, answer.statusCode]).toEqual([path, status])
})

test('removing a user while the user creates rows with keys leads to no server error', async () => {
  for (let round = 0; round < 3; round += 1) {
    const admin = await addColleague(t, owner, ['AccountAdmin'])
    const creating = [...CREATES, ...CREATES].map(([path, body], at) =>
      post(path.replace('REPORT', reportId), body(at), admin),
    )
    const removed = t.call('DELETE', `/user/${admin.userId}`, { token: owner.token })
    expect((await removed).statusCode).toBe(204)
    for (const { statusCode, body } of await Promise.all(creating))
      expect([statusCode < 500, body]).toEqual([true, body])
  }
})
