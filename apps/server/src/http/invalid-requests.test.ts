import { beforeAll, describe, expect, test } from 'vitest'
import type { ErrorBody } from '#contract/errors.ts'
import { sample } from '#testkit/lane.ts'
import { testApp } from '#testkit/test-app.ts'
import { contractCalls, type Member } from '#testkit/test-client.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })

let owner: Member
beforeAll(async () => {
  owner = await t.register()
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The errors of an answer, as `field: message`. */
const problemsOf = async (method: Method, path: string, body: unknown): Promise<readonly string[]> => {
  const response = await t.call(method, path, { token: owner.token, body })
  expect(response.statusCode).toBe(400)
  return response.json<ErrorBody>().errors.map(({ field, message }) => `${field}: ${message}`)
}

const DEFINITION = { reportType: 'Orders', columns: [{ columnId: 'orderId' }] }

describe('words every invalid field itself', () => {
  test.each<[Method, string, object, string]>([
    ['PUT', '/account', { id: 1, culture: 5 }, 'culture: This must be text'],
    ['PUT', '/account', { id: 1, culture: 'e' }, 'culture: This field must be at least 2 characters'],
    ['PUT', '/account', { id: 1, currency: 'US' }, 'currency: This field must be exactly 3 characters'],
    ['PUT', '/account', { id: 1, fiscalYearStartMonth: 13 }, 'fiscalYearStartMonth: This field must be less than 12'],
    ['PUT', '/account', { id: 1, fiscalYearStartMonth: 1.5 }, 'fiscalYearStartMonth: This must be a whole number'],
    ['PUT', '/account', { id: 1, weekStart: 'friday' }, 'weekStart: This must be one of monday, sunday, saturday'],
    ['PUT', '/account/location', { timeZone: 'UTC', city: 5 }, 'city: This must be text'],
    [
      'PUT',
      '/account/location',
      { timeZone: 'UTC', city: 'x'.repeat(201) },
      'city: This field must be less than 200 characters',
    ],
    [
      'POST',
      '/send-feedback',
      { route: '/', email: '', rating: 6, comments: '' },
      'rating: This field must be less than 5',
    ],
    ['POST', '/send-feedback', { route: '/', email: '', comments: '' }, 'rating: This field is required'],
    [
      'POST',
      '/reports/query',
      { definition: { ...DEFINITION, top: 0 } },
      'definition.top: This field must be greater than 1',
    ],
    [
      'POST',
      '/reports/query',
      { definition: { ...DEFINITION, filters: [{ columnId: 'orderId', value: {} }] } },
      'definition.filters[0].value: This value is not valid',
    ],
    [
      'POST',
      '/reports/query',
      { definition: DEFINITION, from: '2026-02-30' },
      'from: This must be a date, such as 2026-03-10',
    ],
    ['PUT', '/goals', { goals: 'none' }, 'goals: This must be a list'],
    ['POST', '/invitation', { email: 'a@b.co', roles: [] }, 'roles: Choose at least one role'],
  ])('%s %s %j', async (method, path, body, problem) => {
    expect(await problemsOf(method, path, body)).toEqual([problem])
  })
})

test.each([{ length: 5 }, { length: 0 }, { length: {} }, { length: 'x' }])(
  'refuses %j in place of a text as invalid',
  async (value) => {
    expect(await problemsOf('PUT', '/account/name', { name: value })).toEqual(['name: This field is required'])
    expect(await problemsOf('POST', '/user/request-reset-password', { email: value })).toHaveLength(1)
    expect(await problemsOf('PUT', '/dashboards/default/name', { newValue: value })).toHaveLength(1)
  },
)

test.each<object>([{ toString: null }, { length: { toString: null } }, { deep: [{ toString: 1 }] }])(
  'refuses an object that has no primitive value as malformed: %j',
  async (value) => {
    const response = await t.call('POST', '/user/request-reset-password', { body: { email: value } })
    expect([response.statusCode, response.json<ErrorBody>().errors[0]?.code]).toEqual([400, 'request.malformed'])
  },
)

const OTHER_METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const

test.each(sample([...new Set(contractCalls().map(({ url }) => url))], 40))(
  '%s answers 405 with its methods to every other method, signed in or not',
  async (url) => {
    const allowed = contractCalls().flatMap((call) => (call.url === url ? [call.method] : []))
    const path = url.replace(/:\w+/g, 'any')
    for (const method of OTHER_METHODS.filter((one) => !allowed.some((own) => own === one))) {
      for (const headers of [{}, { authorization: `Bearer ${owner.token}` }, { authorization: 'Bearer x' }]) {
        const { statusCode, headers: answered } = await t.app.inject({ method, url: path, headers })
        const methods = String(answered.allow).split(', ')
        expect([method, statusCode, methods.filter((one) => one !== 'HEAD').toSorted()]).toEqual([
          method,
          405,
          allowed.toSorted(),
        ])
      }
    }
  },
)

test('an unknown address is not found with any method', async () => {
  for (const method of OTHER_METHODS) {
    expect((await t.app.inject({ method, url: '/api/nothing/here' })).statusCode).toBe(404)
  }
})

test.each<[Method, string, number]>([
  ['POST', '/account/sign-out', 204],
  ['POST', '/user/remove-photo', 200],
  ['PUT', '/notification/read-all', 204],
  ['DELETE', '/user/sessions', 204],
])('%s %s accepts an empty body with a JSON content type', async (method, path, status) => {
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' }
  const bearer = path === '/account/sign-out' ? { 'content-type': 'application/json' } : headers
  const response = await t.app.inject({ method, url: `/api${path}`, headers: bearer, payload: '' })
  expect(response.statusCode).toBe(status)
})

test('an empty JSON body lacks the required fields', async () => {
  const headers = { 'content-type': 'application/json' }
  const url = '/api/user/request-reset-password'
  const response = await t.app.inject({ method: 'POST', url, headers, payload: '' })
  expect(response.json<ErrorBody>().errors).toEqual([
    { code: 'request.invalid', field: 'email', message: 'This field is required' },
  ])
})

test.each([
  ['no part', 'multipart/form-data; boundary=b', '{}'],
  [
    'an open part',
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="photo"; filename="a"\r\n\r\nx',
  ],
  ['no boundary', 'multipart/form-data', '{}'],
  ['a boundary that is too long', `multipart/form-data; boundary=${'b'.repeat(300)}`, '{}'],
])('refuses a form with %s', async (_what, contentType, payload) => {
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': contentType }
  for (const url of ['/api/user/set-photo', '/api/account/set-photo']) {
    const response = await t.app.inject({ method: 'POST', url, headers, payload })
    expect(response.statusCode).toBeLessThan(500)
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
  }
})
