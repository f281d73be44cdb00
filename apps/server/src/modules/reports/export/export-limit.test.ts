import { expect, test } from 'vitest'
import { testApp } from '#testkit/test-app.ts'

const t = await testApp({ runsJobs: false })
const definition = { reportType: 'Orders', columns: [{ columnId: 'orderNumber' }] }
const requestExport = (token: string) =>
  t.call('POST', '/reports/export', { token, body: { definition, format: 'csv' } })

test('security 20: limits a user to ten exports per minute, then returns 429 with Retry-After', async () => {
  const one = await t.register()
  const other = await t.register()
  for (let call = 0; call < 10; call += 1) expect((await requestExport(one.token)).statusCode).toBe(200)
  const refused = await requestExport(one.token)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  expect((await requestExport(other.token)).statusCode).toBe(200)
  t.clock.advance(60_000)
  expect((await requestExport(one.token)).statusCode).toBe(200)
})
