import { expect } from 'vitest'
import { testApp } from '#testkit/test-app.ts'
import packageJson from '../../../../../package.json' with { type: 'json' }

const t = await testApp({ runsJobs: false, env: { DOCS_URL: 'https://docs.winery.example' } })
const { test } = t

test('returns names, links and version without a token', async () => {
  const response = await t.call('GET', '/system/client')
  expect(response.json()).toEqual({
    productName: 'Cuvee',
    companyName: 'Cuvee Analytics',
    version: packageJson.version,
    docsUrl: 'https://docs.winery.example',
    supportUrl: t.deps.env.SUPPORT_URL,
    demo: null,
    tracker: null,
  })
  expect(packageJson.version).toBe('0.9.28')
})

test('returns null as the data refresh time before the first load', async ({ member: { token } }) => {
  const response = await t.call('GET', '/system/setting?key=DataRefreshTimeUtc', { token })
  expect(response.json()).toEqual({ key: 'DataRefreshTimeUtc', value: null })
})

test('returns 404 for an unknown setting and 401 without a token', async ({ member: { token } }) => {
  expect((await t.call('GET', '/system/setting?key=SESSION_KEY', { token })).statusCode).toBe(404)
  expect((await t.call('GET', '/system/setting', { token })).statusCode).toBe(400)
  expect((await t.call('GET', '/system/setting?key=DataRefreshTimeUtc')).statusCode).toBe(401)
})
