import { expect, test } from 'vitest'
import { hasDemo } from '#server/env.ts'
import { testApp } from '#testkit/test-app.ts'
import packageJson from '../../../../../package.json' with { type: 'json' }

const t = await testApp({ env: { DOCS_URL: 'https://docs.winery.example' } })

test('the page learns names, links and version without a token', async () => {
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

test('before any load the data refresh time is null', async () => {
  const { token } = await t.register()
  const response = await t.call('GET', '/system/setting?key=DataRefreshTimeUtc', { token })
  expect(response.json()).toEqual({ key: 'DataRefreshTimeUtc', value: null })
})

test('a setting that is not known is not there, and none is shown without a token', async () => {
  const { token } = await t.register()
  expect((await t.call('GET', '/system/setting?key=SESSION_KEY', { token })).statusCode).toBe(404)
  expect((await t.call('GET', '/system/setting', { token })).statusCode).toBe(400)
  expect((await t.call('GET', '/system/setting?key=DataRefreshTimeUtc')).statusCode).toBe(401)
})

test.each([
  [true, false, true],
  [true, true, false],
  [false, false, false],
])('with DEMO %s and production %s there is a demo: %s', (DEMO, isProduction, expected) => {
  expect(hasDemo({ DEMO, isProduction })).toBe(expected)
})
