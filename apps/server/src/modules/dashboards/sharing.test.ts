import { expect, test } from 'vitest'
import type { VisibleDashboard } from '#contract/dashboard-sharing.ts'
import type { Dashboard } from '#contract/dashboards.ts'
import { addColleague } from '#server/modules/team/colleague.fixture.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' } })
const owner = await t.register()
const editor = await addColleague(t, owner, ['User'], { firstName: 'Edda', lastName: 'Eis' })
const viewer = await addColleague(t, owner, ['BillingAdmin'], { firstName: 'Vera', lastName: 'Vin' })
const other = await addColleague(t, owner, ['AccountAdmin'])
const stranger = await t.register()
const widget = { id: 'a', type: 'sales', x: 0, y: 0, w: 3, h: 4, props: {} }

const get = ({ token }: Member, slug: string) => t.call('GET', `/dashboards/${slug}`, { token })
const put = ({ token }: Member, path: string, body: object) => t.call('PUT', `/dashboards/${path}`, { token, body })
const visible = async ({ token }: Member): Promise<VisibleDashboard[]> =>
  (await t.call('GET', '/visible-dashboards', { token })).json()
const share = (slug: string, people: object[], isPublic = false, by: Member = owner) =>
  put(by, `${slug}/sharing`, { isPublic, people })
const statusOf = ({ statusCode }: { statusCode: number }): number => statusCode

/** A dashboard of the owner, shared with editor and viewer; its id is its address for them. */
const shared = async (name: string): Promise<{ slug: string; id: string }> => {
  const { slug }: Dashboard = (await t.call('POST', '/dashboards', { token: owner.token, body: { name } })).json()
  await share(slug, [
    { userId: editor.userId, access: 'edit' },
    { userId: viewer.userId, access: 'view' },
  ])
  const listed = (await visible(editor)).find((one) => one.name === name)
  return { slug, id: listed?.slug ?? '' }
}

test('a shared dashboard opens for the people it is shared with, and for nobody else', async () => {
  const { id } = await shared('Harvest')
  const opened = await Promise.all([editor, viewer, other, stranger].map((member) => get(member, id)))
  expect(opened.map(statusOf)).toEqual([200, 200, 404, 404])
  expect(opened[0]?.json()).toMatchObject({ slug: id, access: 'edit', isOwn: false, ownerName: 'Test Member 1' })
  expect(opened[1]?.json()).toMatchObject({ slug: id, access: 'view', isOwn: false, isDefault: false })
})

test('lists own and shared dashboards with owner and access', async () => {
  const { id } = await shared('Cellar')
  const ofEditor = await visible(editor)
  expect(ofEditor[0]).toMatchObject({ name: 'Cuvee Dashboard', access: 'owner', ownerName: null, isDefault: true })
  expect(ofEditor.find(({ slug }) => slug === id)).toMatchObject({
    name: 'Cellar',
    access: 'edit',
    ownerName: 'Test Member 1',
    isPublic: false,
    sharedWith: 2,
  })
  expect((await visible(other)).map(({ name }) => name)).toEqual(['Cuvee Dashboard'])
  expect((await visible(stranger)).map(({ name }) => name)).toEqual(['Cuvee Dashboard'])
})

test('an editor changes layout, name, description and default filters; a viewer changes nothing', async () => {
  const { slug, id } = await shared('Rosé')
  const changes = (member: Member) => [
    put(member, id, { name: 'Rosé', widgets: [widget], version: 1 }),
    put(member, `${id}/name`, { newValue: 'Rosé season' }),
    put(member, `${id}/description`, { newValue: 'Spring' }),
    put(member, `${id}/filter-bar`, { filterBar: { range: 'Last30Days' } }),
  ]
  for (const change of changes(viewer)) expect(statusOf(await change)).toBe(404)
  for (const change of changes(editor)) expect(statusOf(await change)).toBe(200)
  const saved: Dashboard = (await get(owner, slug)).json()
  expect(saved).toMatchObject({ slug, name: 'Rosé season', description: 'Spring', version: 2, isPublic: false })
  expect(saved.widgets).toHaveLength(1)
  expect(saved.filterBar).toMatchObject({ range: 'Last30Days' })
})

test('an editor cannot share, delete, or make a default of a dashboard', async () => {
  const { slug, id } = await shared('Syrah')
  const { token } = editor
  const sharer = await addColleague(t, owner, ['PowerUser'])
  await share(slug, [
    { userId: editor.userId, access: 'edit' },
    { userId: sharer.userId, access: 'edit' },
  ])
  expect(statusOf(await share(id, [], true, sharer))).toBe(404)
  expect(statusOf(await t.call('DELETE', `/dashboards/${id}`, { token }))).toBe(404)
  expect(statusOf(await t.call('PUT', `/dashboards/${id}/toggle-default`, { token }))).toBe(404)
  const refused = await put(editor, id, { name: 'Syrah', widgets: [], isPublic: true, isDefault: true })
  expect(refused.statusCode).toBe(400)
  expect(refused.json().errors.map(({ field }: { field: string }) => field)).toEqual(['isPublic', 'isDefault'])
})

test("a colleague's slug never reaches over an own dashboard of the same name", async () => {
  const { slug, id } = await shared('Tasting')
  const own: Dashboard = (
    await t.call('POST', '/dashboards', { token: editor.token, body: { name: 'Tasting' } })
  ).json()
  expect(own.slug).toBe(slug)
  await put(editor, slug, { name: 'Mine', widgets: [] })
  expect((await get(owner, slug)).json()).toMatchObject({ name: 'Tasting', version: 1 })
  expect((await get(editor, id)).json()).toMatchObject({ name: 'Tasting', access: 'edit' })
})

test('a save that does not name it leaves the visibility as it is', async () => {
  const { slug, id } = await shared('Port')
  await share(slug, [{ userId: editor.userId, access: 'edit' }], true)
  expect(statusOf(await get(other, id))).toBe(200)
  await put(owner, slug, { name: 'Port', widgets: [] })
  await put(editor, id, { name: 'Port', widgets: [], isPublic: false })
  expect((await get(owner, slug)).json()).toMatchObject({ isPublic: true, version: 3 })
})

test('taking access away ends it at once', async () => {
  const { slug, id } = await shared('Barrel')
  await share(slug, [{ userId: viewer.userId, access: 'view' }])
  expect((await Promise.all([editor, viewer].map((member) => get(member, id)))).map(statusOf)).toEqual([404, 200])
})

test('shares with colleagues only, and names each other person', async () => {
  const { slug } = await shared('Crush')
  const refused = await share(slug, [
    { userId: editor.userId, access: 'view' },
    { userId: owner.userId, access: 'view' },
    { userId: stranger.userId, access: 'edit' },
    { userId: editor.userId, access: 'edit' },
  ])
  expect(refused.json().errors).toMatchObject([
    { field: 'body.people[1].userId', message: 'This person is not a colleague in this account' },
    { field: 'body.people[2].userId' },
    { field: 'body.people[3].userId', message: 'This person is listed twice' },
  ])
  const kept = await t.call('GET', `/dashboards/${slug}/sharing`, { token: owner.token })
  expect(kept.json().colleagues.filter(({ access }: { access: string | null }) => access !== null)).toHaveLength(2)
})

test('notifies people once when they get access', async () => {
  const { slug } = await shared('Solera')
  await share(slug, [{ userId: viewer.userId, access: 'edit' }])
  const inbox = (await t.call('GET', '/notification', { token: viewer.token })).json()
  const subject = 'Test Member 1 shared Solera with you'
  expect(inbox.filter((one: { subject: string }) => one.subject === subject)).toHaveLength(1)
})

test('a shared dashboard passes to the account’s owner when its owner is removed', async () => {
  const leaver = await addColleague(t, owner, ['PowerUser'])
  for (const name of ['Kept', 'Lost']) await t.call('POST', '/dashboards', { token: leaver.token, body: { name } })
  await share('kept', [{ userId: owner.userId, access: 'view' }], false, leaver)
  await t.call('DELETE', `/user/${leaver.userId}`, { token: owner.token })
  const names = (await visible(owner)).map(({ name, access, sharedWith }) => [name, access, sharedWith])
  expect(names).toContainEqual(['Kept', 'owner', 0])
  expect(names.flat()).not.toContain('Lost')
})
