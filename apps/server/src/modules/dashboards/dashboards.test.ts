import { expect } from 'vitest'
import type { Dashboard } from '#contract/dashboards.ts'
import { addColleague } from '#server/modules/team/colleague.fixture.ts'
import { testApp } from '#testkit/test-app.ts'
import { errorsOf, type Member } from '#testkit/test-client.ts'

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' } })
const { test } = t
const widget = { id: 'a', type: 'sales', x: 0, y: 0, w: 3, h: 4, props: {} }

const create = ({ token }: Member, body: object, headers: Record<string, string> = {}) =>
  t.call('POST', '/dashboards', { token, body, headers })
const read = async ({ token }: Member, slug: string): Promise<Dashboard> =>
  (await t.call('GET', `/dashboards/${slug}`, { token })).json()
const save = ({ token }: Member, slug: string, body: object, headers: Record<string, string> = {}) =>
  t.call('PUT', `/dashboards/${slug}`, { token, body, headers })
test('returns a created dashboard completely, lists it and finds it by slug', async ({ member }) => {
  t.clock.advance(1000)
  const response = await create(member, { name: ' Tasting Room ', description: 'Weekend figures', widgets: [widget] })
  expect(response.statusCode).toBe(201)
  const dashboard = response.json()
  expect(dashboard).toMatchObject({
    name: 'Tasting Room',
    slug: 'tasting-room',
    description: 'Weekend figures',
    isPublic: false,
    isDefault: false,
    version: 1,
    isOwn: true,
  })
  expect(dashboard.widgets).toEqual([
    {
      ...widget,
      props: { title: 'Sales by Period', periodType: 'qtd', compareLastPeriod: false, compareWith: 'previousPeriod' },
    },
  ])
  expect(await read(member, 'tasting-room')).toEqual(dashboard)
  const slugs = await t.call('GET', '/dashboards/slugs', { token: member.token })
  expect(slugs.json()).toEqual([
    { slug: 'cuvee-dashboard', name: 'Cuvee Dashboard' },
    { slug: 'tasting-room', name: 'Tasting Room' },
  ])
  const list = await t.call('GET', '/dashboards', { token: member.token })
  expect(list.json().map(({ slug }: Dashboard) => slug)).toEqual(['cuvee-dashboard', 'tasting-room'])
})

test('security 47: assigns unique slugs to names that are routes, duplicates, symbols or too long', async () => {
  const member = await t.register()
  const names = ['Default', 'slugs', 'Trash', 'data', '🍷', '🍇', 'Sales', 'Sales', 'x'.repeat(200)]
  const slugs: string[] = []
  for (const name of names) slugs.push((await create(member, { name })).json().slug)
  expect(slugs).toEqual([
    'default-2',
    'slugs-2',
    'trash-2',
    'data-2',
    'dashboard',
    'dashboard-2',
    'sales',
    'sales-2',
    'x'.repeat(80),
  ])
})

test('security 47: assigns twenty slugs to twenty concurrent dashboards with one name', async ({ member }) => {
  const made = await Promise.all(Array.from({ length: 20 }, () => create(member, { name: 'Harvest' })))
  expect(new Set(made.map((response) => response.json().slug)).size).toBe(20)
})

test('allows two users to have the same slug', async () => {
  const [one, two] = [await t.register(), await t.register()]
  const slugs = [await create(one, { name: 'Sales' }), await create(two, { name: 'Sales' })].map(
    (made) => made.json().slug,
  )
  expect(slugs).toEqual(['sales', 'sales'])
})

test.each([
  ['no name', { name: '  ' }, 'name', 'This field is required'],
  ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name', 'This field must be less than 200 characters'],
  ['a layout that is not an array', { name: 'A', widgets: { 0: widget } }, 'widgets', 'Layout must be an array!'],
  ['a negative x', { name: 'A', widgets: [{ ...widget, x: -1 }] }, 'widgets[0].x', expect.any(String)],
  ['a fractional y', { name: 'A', widgets: [{ ...widget, y: 0.5 }] }, 'widgets[0].y', expect.any(String)],
  ['no width', { name: 'A', widgets: [widget, { ...widget, w: 0 }] }, 'widgets[1].w', expect.any(String)],
  [
    'a ninth column',
    { name: 'A', widgets: [{ ...widget, x: 8, w: 1 }] },
    'widgets[0].x',
    'The grid has 8 columns, numbered 0 to 7',
  ],
  ['a width of nine', { name: 'A', widgets: [{ ...widget, w: 9 }] }, 'widgets[0].w', 'The grid has 8 columns'],
  [
    'an end beyond the grid',
    { name: 'A', widgets: [{ ...widget, x: 6 }] },
    'widgets[0].w',
    'This widget is too wide for its position on the 8-column grid',
  ],
  [
    'a row without a column',
    { name: 'A', widgets: [{ ...widget, x: undefined }] },
    'widgets[0].x',
    'A position has both x and y. Leave out both to place the widget automatically.',
  ],
  ['a height in words', { name: 'A', widgets: [{ ...widget, h: 'tall' }] }, 'widgets[0].h', expect.any(String)],
])('rejects %s by field on create and on save', async (_what, body, field, message) => {
  const member = await t.register()
  for (const response of [await create(member, body), await save(member, 'default', { widgets: [], ...body })]) {
    expect(response.statusCode).toBe(400)
    expect(errorsOf(response)).toEqual([{ code: 'request.invalid', message, field }])
  }
})

test.each(['constructor', 'toString', '__proto__', 'none'])(
  'stores a widget of the unknown type %s unchanged',
  async (type) => {
    const member = await t.register()
    const response = await create(member, { name: 'Unknown', widgets: [{ ...widget, type }] })
    expect([response.statusCode, response.json().widgets]).toMatchObject([201, [{ type }]])
  },
)

test('places widgets without a position at the left, in row twice the number of widgets before them', async () => {
  const { x: _x, y: _y, id: _id, ...unplaced } = widget
  const made = await create(await t.register(), { name: 'A', widgets: [unplaced, widget, unplaced] })
  expect(made.statusCode).toBe(201)
  expect(made.json().widgets.map(({ x, y }: Record<string, number>) => [x, y])).toEqual([
    [0, 0],
    [0, 0],
    [0, 4],
  ])
})

test('rejects a save without a layout array', async () => {
  const response = await save(await t.register(), 'default', { name: 'A' })
  expect([response.statusCode, errorsOf(response)?.[0]?.message]).toEqual([400, 'Layout must be an array!'])
})

test('keeps unknown widget types and existing ids on save, and assigns missing or duplicate ids', async () => {
  const member = await t.register()
  const stranger = { id: 'kept', type: 'weather', x: 0, y: 0, w: 1, h: 1, props: { city: 'Napa' } }
  const { id: _none, ...nameless } = widget
  const response = await save(member, 'default', {
    name: 'Mine',
    widgets: [stranger, nameless, { ...widget, id: 'kept' }],
  })
  expect(response.statusCode).toBe(200)
  const { widgets } = await read(member, 'default')
  expect(widgets[0]).toEqual(stranger)
  expect(new Set(widgets.map(({ id }) => id)).size).toBe(3)
  expect(widgets[1]?.id).toMatch(/^sales-/)
})

test.each(['a\0b', 'a\ud83cb'])('security 31: rejects text that cannot be stored (%j) in every field', async (text) => {
  const member = await t.register()
  const responses = [
    await create(member, { name: text }),
    await create(member, { name: 'A', widgets: [{ ...widget, props: { note: text } }] }),
    await save(member, 'default', { name: 'A', widgets: [{ ...widget, props: { [text]: 1 } }] }),
    await t.call('POST', '/token', { body: { grant_type: 'password', username: text, password: 'x' } }),
  ]
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400])
})

test('keeps the slug when the name changes, and rejects a blank name or description', async ({ member }) => {
  await create(member, { name: 'Sales' })
  const rename = (newValue: string) =>
    t.call('PUT', '/dashboards/sales/name', { token: member.token, body: { newValue } })
  expect((await rename('Cellar Door')).json()).toMatchObject({ slug: 'sales', name: 'Cellar Door', version: 1 })
  expect((await rename('   ')).statusCode).toBe(400)
  expect(errorsOf(await rename('x'.repeat(201)))).toEqual([expect.objectContaining({ field: 'newValue' })])
  const describe = await t.call('PUT', '/dashboards/sales/description', {
    token: member.token,
    body: { newValue: 'By day' },
  })
  expect(describe.json()).toMatchObject({ description: 'By day', version: 1 })
})

test('accepts the alias default in every endpoint', async ({ member }) => {
  await t.call('PUT', '/dashboards/default/name', { token: member.token, body: { newValue: 'Home' } })
  await t.call('PUT', '/dashboards/default/description', { token: member.token, body: { newValue: 'Ours' } })
  await save(member, 'default', { name: 'Home', description: 'Ours', widgets: [widget] })
  expect(await read(member, 'cuvee-dashboard')).toMatchObject({ name: 'Home', description: 'Ours', version: 2 })
})

test('security 44: creates one dashboard per Idempotency-Key, and rejects a different body', async ({ member }) => {
  const headers = { 'idempotency-key': 'key-1' }
  const [first, second] = await Promise.all([
    create(member, { name: 'Once' }, headers),
    create(member, { name: 'Once' }, headers),
  ])
  expect([first?.statusCode, second?.statusCode]).toEqual([201, 201])
  expect(second?.body).toBe(first?.body)
  expect((await create(member, { name: 'Other' }, headers)).statusCode).toBe(409)
  const slugs = (await t.call('GET', '/dashboards/slugs', { token: member.token })).json()
  expect(slugs).toHaveLength(2)
})

test('lets colleagues read public dashboards, but not change them or see private ones', async ({ member: owner }) => {
  const { token } = await addColleague(t, owner)
  await create(owner, { name: 'Open', isPublic: true })
  await create(owner, { name: 'Closed' })
  expect((await t.call('GET', '/dashboards/open', { token })).json()).toMatchObject({ name: 'Open', isOwn: false })
  expect((await t.call('GET', '/dashboards/closed', { token })).statusCode).toBe(404)
  const changes = [
    t.call('PUT', '/dashboards/open', { token, body: { name: 'Taken', widgets: [] } }),
    t.call('PUT', '/dashboards/open/name', { token, body: { newValue: 'Taken' } }),
    t.call('PUT', '/dashboards/open/description', { token, body: { newValue: 'Taken' } }),
    t.call('PUT', '/dashboards/open/toggle-default', { token }),
    t.call('DELETE', '/dashboards/open', { token }),
  ]
  expect((await Promise.all(changes)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
  expect(await read(owner, 'open')).toMatchObject({ name: 'Open', version: 1 })
})

test('keeps a dashboard private when its user lacks permission to share', async ({ member }) => {
  await t.setUser(member, { roles: ['User'] })
  expect((await create(member, { name: 'Open', isPublic: true })).statusCode).toBe(403)
  expect((await save(member, 'default', { name: 'Open', isPublic: true, widgets: [] })).statusCode).toBe(403)
  expect((await save(member, 'default', { name: 'Closed', isPublic: false, widgets: [] })).statusCode).toBe(200)
})

test('makes dashboards read-only after a trial', async ({ member }) => {
  await t.setAccount(member, { trial_expires_at: new Date(t.clock.now() - 1) })
  expect((await t.call('GET', '/dashboards/default', { token: member.token })).statusCode).toBe(200)
  expect((await create(member, { name: 'Late' })).statusCode).toBe(402)
  expect((await save(member, 'default', { name: 'Late', widgets: [] })).statusCode).toBe(402)
})

test('keeps what a dashboard opens with over layout saves, until it is removed', async ({ member }) => {
  const put = (filterBar: unknown) =>
    t.call('PUT', '/dashboards/default/filter-bar', { token: member.token, body: { filterBar } })
  const filterBar = {
    range: 'Last30Days',
    compare: 'sameWeekdays',
    dimensionFilters: [{ columnId: 'channel', values: ['pos', null], exclude: false }],
    includeClubOrders: false,
  }
  expect((await read(member, 'default')).filterBar).toBeNull()
  const saved = await put(filterBar)
  expect(saved.json()).toMatchObject({ filterBar, version: 1 })
  await save(member, 'default', { name: 'Renamed', widgets: [widget], version: 1 })
  expect(await read(member, 'default')).toMatchObject({ name: 'Renamed', filterBar })
  expect((await put(null)).json().filterBar).toBeNull()

  const refused = await put({ dimensionFilters: [{ columnId: 'channel', values: ['fax'] }] })
  expect(refused.statusCode).toBe(400)
  expect(errorsOf(refused)).toMatchObject([{ field: 'filterBar.dimensionFilters[0].values[0]' }])
  const colleague = await t.register()
  const foreign = await t.call('PUT', '/dashboards/renamed/filter-bar', {
    token: colleague.token,
    body: { filterBar: null },
  })
  expect(foreign.statusCode).toBe(404)
})
