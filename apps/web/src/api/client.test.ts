import { minifyContractRouter } from '@orpc/contract'
import { expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { errorStatus, fieldMessages, firstMessage } from './api-error.ts'
import { createApi, resolveApiBase } from './client.ts'

const apiAnswering = (status: number, body: unknown) => {
  const sent: Request[] = []
  const api = createApi(minifyContractRouter(contract), {
    base: 'https://winery.example/api',
    fetch: async (request) => {
      sent.push(request)
      return new Response(body === undefined ? null : JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json' },
      })
    },
  })
  return { api, sent }
}

const catchFailure = async (call: Promise<unknown>): Promise<unknown> => call.then(() => null).catch((error) => error)

test('minified routes call the paths of the contract', async () => {
  const { api, sent } = apiAnswering(200, {})
  await api.dashboards.rename({ slug: 'tasting room', newValue: 'Bar' })
  await api.services.runs({ id: 's1', page: 2, pageSize: 10 })
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'PUT https://winery.example/api/dashboards/tasting%20room/name',
    'GET https://winery.example/api/service/s1/runs?page=2&pageSize=10',
  ])
  expect(await sent[0]?.json()).toEqual({ newValue: 'Bar' })
})

test('an error response carries its status, its first message and a message per field', async () => {
  const errors = [
    { code: 'request.invalid', message: 'This field is required', field: 'email' },
    { code: 'request.invalid', message: 'Passwords must match', field: 'password' },
  ]
  const { api } = apiAnswering(400, { errors })
  const error = await catchFailure(api.auth.requestPasswordReset({ email: '' }))
  expect(errorStatus(error)).toBe(400)
  expect(firstMessage(error)).toBe('This field is required')
  expect(fieldMessages(error)).toEqual({ email: 'This field is required', password: 'Passwords must match' })
})

test.each([
  [502, 'a page of a proxy'],
  [500, null],
])('a %i response with an unknown body is an unexpected error', async (status, body) => {
  const { api } = apiAnswering(status, body)
  const error = await catchFailure(api.account.get())
  expect(errorStatus(error)).toBe(status)
  expect(firstMessage(error)).toBe('An unexpected error occurred')
})

const origin = 'https://app.winery.example'

test.each([
  [{}, `${origin}/api`],
  [{ buildTime: '/v1/' }, `${origin}/v1`],
  [{ buildTime: '/v1', runTime: 'https://api.winery.example/' }, 'https://api.winery.example'],
  [{ buildTime: '/v1', runTime: ' ' }, `${origin}/v1`],
])('the API base for %j is %s', (chosen, expected) => {
  expect(resolveApiBase({ origin, ...chosen })).toBe(expected)
})
