import { expect, test } from 'vitest'
import { testApp } from '#testkit/test-app.ts'

let free = Number.MAX_SAFE_INTEGER
const t = await testApp({ deps: { freeBytes: async () => free }, runsJobs: false })
const { token, refreshToken, email, password } = await t.register()

const dashboards = async (): Promise<string[]> =>
  (await t.call('GET', '/dashboards/slugs', { token }))
    .json()
    .map(({ slug }: { slug: string }) => slug)
    .toSorted()

test('fault F6: returns 507 for changes on a nearly full disk, allows reads and deletions, and recovers', async () => {
  await t.call('POST', '/dashboards', { token, body: { name: 'Old' } })
  free = 10_000_000
  const refused = await t.call('POST', '/dashboards', { token, body: { name: 'New' } })
  expect([refused.statusCode, refused.json().errors]).toEqual([
    507,
    [{ code: 'storage.full', message: 'Storage is full. Your changes were not saved.' }],
  ])
  expect(await dashboards()).toEqual(['cuvee-dashboard', 'old'])
  expect((await t.signIn(email, password)).token_type).toBe('Bearer')
  const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken }
  expect((await t.call('POST', '/token', { body: refresh })).statusCode).toBe(200)
  expect((await t.call('DELETE', '/dashboards/old', { token })).statusCode).toBeLessThan(300)
  free = Number.MAX_SAFE_INTEGER
  expect((await t.call('POST', '/dashboards', { token, body: { name: 'New' } })).statusCode).toBeLessThan(300)
  expect(await dashboards()).toEqual(['cuvee-dashboard', 'new'])
})
