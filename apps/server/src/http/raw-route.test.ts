import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { contract } from '#contract/contract.ts'
import { fail } from '#contract/errors.ts'
import { authRoutes } from '#server/modules/auth/auth.routes.ts'
import { systemRoutes } from '#server/modules/system/system.routes.ts'
import { testApp } from '#testkit/test-app.ts'
import { rawRoute } from './raw-route.ts'

const stageFile = rawRoute(
  contract.services.stageFile,
  async ({ input, caller, request }) => {
    if (!(request.body instanceof Readable)) throw fail('request.malformed')
    const content = await text(request.body)
    if (content === 'bad') throw fail('service.file_invalid', { values: { message: 'Nothing in it' } })
    return { fileId: `${caller.accountId}/${input.id}/${input.name ?? ''}/${content.length}` }
  },
  { body: 'stream' },
)

let asked: number[] = []
let answering = Promise.resolve()
const query = rawRoute(contract.reports.query, async ({ input, reply }) => {
  asked.push(input.pageSize)
  await answering
  return reply.type('application/json').send(JSON.stringify({ pageSize: input.pageSize, rows: [] }))
})

const t = await testApp({
  routes: { auth: authRoutes, system: systemRoutes, services: { stageFile }, reports: { query } },
  runsJobs: false,
})
const owner = await t.register()
const authorization = `Bearer ${owner.token}`

test('passes a stream of any content type to the handler unread, beyond the JSON body limit', async () => {
  const payload = 'x'.repeat(3_000_000)
  const response = await t.app.inject({
    method: 'POST',
    url: '/api/service/s1/files?name=orders.csv',
    payload,
    headers: { authorization, 'content-type': 'application/json' },
  })
  expect(response.statusCode).toBe(201)
  expect(response.json()).toEqual({ fileId: `${owner.accountId}/s1/orders.csv/3000000` })
})

test('presents a failure of the handler like any other error', async () => {
  const response = await t.app.inject({
    method: 'POST',
    url: '/api/service/s1/files',
    payload: 'bad',
    headers: { authorization, 'content-type': 'text/csv' },
  })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toEqual({ errors: [{ code: 'service.file_invalid', message: 'Nothing in it' }] })
})

test('authenticates the caller before any byte of the stream is read', async () => {
  const options = { method: 'POST', url: '/api/service/s1/files', payload: 'x' } as const
  const response = await t.app.inject({ ...options, headers: { 'content-type': 'text/csv' } })
  expect(response.statusCode).toBe(401)
})

test('validates a JSON body against the contract and fills in defaults', async () => {
  const definition = { reportType: 'Orders', columns: [{ columnId: 'netSales' }] }
  const good = await t.call('POST', '/reports/query', { token: owner.token, body: { definition } })
  expect(good.json()).toEqual({ pageSize: 50, rows: [] })
  const bad = await t.call('POST', '/reports/query', { token: owner.token, body: { definition, pageSize: 0 } })
  expect([bad.statusCode, bad.json().errors[0].field]).toEqual([400, 'pageSize'])
})

test('security 29: limits the stream body parser to its own route', async () => {
  const options = { method: 'POST', url: '/api/token', payload: 'x' } as const
  const response = await t.app.inject({ ...options, headers: { 'content-type': 'text/csv' } })
  expect(response.statusCode).toBe(415)
})

test('a burst of one account waits for its turns, without those whose client has left', async () => {
  const address = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { promise, resolve } = Promise.withResolvers<void>()
  asked = []
  answering = promise
  const leaving = new AbortController()
  const definition = { reportType: 'Orders', columns: [{ columnId: 'netSales' }] }
  const ask = (count: number, pageSize: number, signal: AbortSignal | null = null) =>
    Array.from({ length: count }, async () => {
      const headers = { authorization, 'content-type': 'application/json' }
      const body = JSON.stringify({ definition, pageSize })
      return (await fetch(`${address}/api/reports/query`, { method: 'POST', headers, body, signal })).status
    })
  const first = ask(24, 1)
  await vi.waitFor(() => expect(asked).toHaveLength(24), 20_000)
  const waiting = ask(10, 2)
  const left = ask(10, 3, leaving.signal)
  // Meanwhile they have reached the queue.
  await t.register()
  leaving.abort()
  expect((await Promise.allSettled(left)).map(({ status }) => status)).toEqual(Array(10).fill('rejected'))
  await t.register()
  resolve()
  expect(await Promise.all([...first, ...waiting])).toEqual(Array(34).fill(200))
  expect(asked).toEqual([...Array(24).fill(1), ...Array(10).fill(2)])
})
