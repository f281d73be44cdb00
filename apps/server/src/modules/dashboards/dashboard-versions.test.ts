import { expect } from 'vitest'
import type { Dashboard } from '#contract/dashboards.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' } })
const { test } = t
const widget = { id: 'a', type: 'logo', x: 0, y: 0, w: 1, h: 2, props: {} }
const STALE = 'This dashboard was changed by someone else. Reload to see the latest version.'

const read = ({ token }: Member) => t.call('GET', '/dashboards/default', { token })
const load = async (member: Member): Promise<Dashboard> => (await read(member)).json()
const save = ({ token }: Member, body: object, headers: Record<string, string> = {}) =>
  t.call('PUT', '/dashboards/default', { token, body, headers })

test('security 45: rejects the second of two saves of one version and returns the current state', async () => {
  const member = await t.register()
  const loaded = await load(member)
  expect((await save(member, { ...loaded, widgets: [widget] })).json()).toMatchObject({ version: 2 })
  const second = await save(member, { ...loaded, widgets: [] })
  expect(second.statusCode).toBe(412)
  const current = await load(member)
  expect(second.json()).toEqual({ errors: [{ code: 'dashboard.stale', message: STALE }], current })
  expect(current).toMatchObject({ version: 2, widgets: [expect.objectContaining({ id: 'a' })] })
})

test('security 45: accepts the ETag of a read or a version in If-Match, and rejects older ones', async ({ member }) => {
  const body = { name: 'A', widgets: [] }
  const etag = String((await read(member)).headers.etag)
  expect((await save(member, body, { 'if-match': etag })).statusCode).toBe(200)
  expect((await save(member, body, { 'if-match': etag })).statusCode).toBe(412)
  expect((await save(member, body, { 'if-match': '"2"' })).statusCode).toBe(200)
  expect((await save(member, body, { 'if-match': '"2"' })).statusCode).toBe(412)
  expect((await save(member, body, { 'if-match': '*' })).statusCode).toBe(200)
})

test('accepts a save without a version', async ({ member }) => {
  await save(member, { name: 'A', widgets: [] })
  expect((await save(member, { name: 'B', widgets: [] })).json()).toMatchObject({ name: 'B', version: 3 })
})

test('fault F20: accepts exactly one of twenty concurrent saves of one version', async ({ member }) => {
  const loaded = await load(member)
  const saves = Array.from({ length: 20 }, (_, number) =>
    save(member, { ...loaded, widgets: [{ ...widget, id: `w${number}` }] }),
  )
  const statuses = (await Promise.all(saves)).map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 412)])
  expect(await load(member)).toMatchObject({ version: 2 })
})

test('fault F20: title and description edits and a layout save do not overwrite each other', async ({ member }) => {
  const loaded = await load(member)
  const { token } = member
  await t.call('PUT', '/dashboards/default/name', { token, body: { newValue: 'New name' } })
  await t.call('PUT', '/dashboards/default/description', { token, body: { newValue: 'New words' } })
  expect((await save(member, { ...loaded, widgets: [widget] })).statusCode).toBe(200)
  expect(await load(member)).toMatchObject({ name: 'New name', description: 'New words', version: 2 })
  expect((await load(member)).widgets).toHaveLength(1)
})

test('changes the name when the save contains a new one', async ({ member }) => {
  const loaded = await load(member)
  await save(member, { ...loaded, name: 'Renamed', description: null })
  expect(await load(member)).toMatchObject({ name: 'Renamed', description: null, slug: 'cuvee-dashboard' })
})

test('sends an ETag with a read and answers 304 when it matches', async ({ member }) => {
  const etag = String((await read(member)).headers.etag)
  const again = await t.call('GET', '/dashboards/default', { token: member.token, headers: { 'if-none-match': etag } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})
