import { expect, test } from 'vitest'
import type { Dashboard } from '#contract/dashboards.ts'
import { unscoped } from '#server/db/database.ts'
import { testApp } from '#testkit/test-app.ts'
import { type Member, readErrorCode } from '#testkit/test-client.ts'

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' } })

const create = ({ token }: Member, name: string) => t.call('POST', '/dashboards', { token, body: { name } })
const toggle = ({ token }: Member, slug: string) => t.call('PUT', `/dashboards/${slug}/toggle-default`, { token })
const remove = ({ token }: Member, slug: string) => t.call('DELETE', `/dashboards/${slug}`, { token })
const restore = ({ token }: Member, slug: string) => t.call('POST', `/dashboards/${slug}/restore`, { token })
const trash = async ({ token }: Member) => (await t.call('GET', '/dashboards/trash', { token })).json()
const defaultSlug = async ({ token }: Member) => (await t.call('GET', '/dashboards/default', { token })).json().slug
const memberWith = async (...names: string[]): Promise<Member> => {
  const member = await t.register()
  for (const name of names) {
    t.clock.advance(1000)
    await create(member, name)
  }
  return member
}

test('makes another dashboard the default and returns it', async () => {
  const member = await memberWith('Sales')
  expect((await toggle(member, 'sales')).json()).toMatchObject({ slug: 'sales', isDefault: true, version: 1 })
  expect(await defaultSlug(member)).toBe('sales')
})

test('makes the oldest other dashboard the default when it is toggled off', async () => {
  const member = await memberWith('Older', 'Newer')
  expect((await toggle(member, 'default')).json()).toMatchObject({ slug: 'cuvee-dashboard', isDefault: false })
  expect(await defaultSlug(member)).toBe('older')
})

test('a save with isDefault makes a dashboard the default, hands the default over, or leaves it', async () => {
  const member = await memberWith('Sales')
  const save = (slug: string, isDefault?: boolean) =>
    t.call('PUT', `/dashboards/${slug}`, { token: member.token, body: { name: 'Any', widgets: [], isDefault } })
  expect((await save('sales', true)).json()).toMatchObject({ isDefault: true })
  expect(await defaultSlug(member)).toBe('sales')
  expect((await save('sales')).json()).toMatchObject({ isDefault: true })
  expect((await save('sales', false)).json()).toMatchObject({ isDefault: false })
  expect(await defaultSlug(member)).toBe('cuvee-dashboard')
  await remove(member, 'sales')
  const refused = await save('cuvee-dashboard', false)
  expect([refused.statusCode, readErrorCode(refused)]).toEqual([409, 'dashboard.only_default'])
})

test('a new dashboard with isDefault becomes the default', async () => {
  const member = await memberWith()
  const added = async (name: string, isDefault?: boolean) =>
    (await t.call('POST', '/dashboards', { token: member.token, body: { name, isDefault } })).json()
  expect(await added('Usual')).toMatchObject({ isDefault: false })
  expect(await added('Other', false)).toMatchObject({ isDefault: false })
  expect(await defaultSlug(member)).toBe('cuvee-dashboard')
  expect(await added('Sales', true)).toMatchObject({ isDefault: true })
  expect(await defaultSlug(member)).toBe('sales')
})

test('keeps the only dashboard as the default', async () => {
  const member = await memberWith()
  const response = await toggle(member, 'default')
  expect([response.statusCode, readErrorCode(response)]).toEqual([409, 'dashboard.only_default'])
  expect(await defaultSlug(member)).toBe('cuvee-dashboard')
})

test('security 46: keeps exactly one default after twenty concurrent toggles', async () => {
  const names = Array.from({ length: 10 }, (_, number) => `Board ${number}`)
  const member = await memberWith(...names)
  const slugs = names.map((_, number) => `board-${number}`)
  const responses = await Promise.all([...slugs, ...slugs].map((slug) => toggle(member, slug)))
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const defaults = await unscoped(t.deps.db)
    .selectFrom('dashboards')
    .select('slug')
    .where((eb) => eb.and({ user_id: member.userId, is_default: true }))
    .execute()
  expect(defaults).toHaveLength(1)
})

test('security 46: rejects deleting the default dashboard by slug or by alias', async () => {
  const member = await memberWith('Sales')
  for (const slug of ['default', 'cuvee-dashboard']) {
    const response = await remove(member, slug)
    expect([response.statusCode, readErrorCode(response)]).toEqual([409, 'dashboard.default_cannot_be_deleted'])
  }
})

test('hides a deleted dashboard from all lists, reserves its slug, and restores it completely', async () => {
  const member = await memberWith('Sales')
  expect((await remove(member, 'sales')).statusCode).toBe(204)
  expect((await t.call('GET', '/dashboards/sales', { token: member.token })).statusCode).toBe(404)
  expect((await t.call('GET', '/dashboards/slugs', { token: member.token })).json()).toHaveLength(1)
  expect((await create(member, 'Sales')).json().slug).toBe('sales-2')
  expect(await trash(member)).toEqual({
    items: [{ slug: 'sales', name: 'Sales', deletedDateUtc: new Date(t.clock.now()).toISOString() }],
    total: 1,
  })
  expect((await restore(member, 'sales')).json()).toMatchObject({ slug: 'sales', name: 'Sales', isDefault: false })
  expect(await trash(member)).toEqual({ items: [], total: 0 })
})

test('returns 404 for unknown or deleted dashboards', async () => {
  const member = await memberWith('Sales')
  await remove(member, 'sales')
  const body = { name: 'A', widgets: [], newValue: 'A' }
  const { token } = member
  for (const slug of ['sales', 'nothing', '%00', "x' or '1'='1"]) {
    const path = `/dashboards/${encodeURIComponent(slug)}`
    const responses = await Promise.all([
      t.call('GET', path, { token }),
      t.call('PUT', path, { token, body }),
      t.call('PUT', `${path}/name`, { token, body }),
      t.call('PUT', `${path}/description`, { token, body }),
      toggle(member, encodeURIComponent(slug)),
      t.call('DELETE', path, { token }),
    ])
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
  }
  expect((await restore(member, 'cuvee-dashboard')).statusCode).toBe(404)
})

const COLUMNS = 8
const cellsOf = ({ x, y, w, h }: { x: number; y: number; w: number; h: number }) =>
  Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`)

const starterWidgets = async () => {
  const { token } = await t.register()
  return (await t.call('GET', '/dashboards/default', { token })).json<Dashboard>().widgets
}

test('fills all eight columns of the starter dashboard without gaps or overlaps', async () => {
  const widgets = await starterWidgets()
  const cells = widgets.flatMap(cellsOf)
  const height = Math.max(...widgets.map(({ y, h }) => y + h))
  expect(new Set(cells).size).toBe(cells.length)
  expect(cells.length).toBe(COLUMNS * height)
  expect(Math.max(...widgets.map(({ x, w }) => x + w))).toBe(COLUMNS)
})

test('shows eight complete tiles on a laptop screen of 17 rows', async () => {
  const widgets = await starterWidgets()
  expect(widgets.filter(({ y, h }) => y + h <= 17)).toHaveLength(8)
})
