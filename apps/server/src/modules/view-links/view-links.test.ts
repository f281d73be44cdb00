import { beforeAll, beforeEach, describe, expect } from 'vitest'
import type { WidgetLine } from '#contract/dashboards.ts'
import type { SharedDashboard, ViewLink } from '#contract/view-links.ts'
import { DAY_MS } from '#domain/clock.ts'
import { unscoped } from '#server/db/database.ts'
import { addColleague } from '#server/modules/team/colleague.fixture.ts'
import { volume } from '#testkit/lane.ts'
import { registerWinery } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import { contractCalls, type Member } from '#testkit/test-client.ts'

const t = await testApp({ runsJobs: false })
const { test } = t
type CreatedViewLink = ViewLink & { readonly url: string }
const admin = await t.register()

const link = async ({ token }: Member, slug = 'default', body: object = {}): Promise<CreatedViewLink> => {
  const response = await t.call('POST', `/dashboards/${slug}/view-links`, { token, body: { name: 'TV', ...body } })
  if (response.statusCode !== 201) throw new Error(response.body)
  return response.json()
}
const tokenOf = ({ url }: CreatedViewLink): string => new URL(url).hash.slice(1)
const open = (token: string) => t.call('POST', '/view', { body: { token } })
const data = (token: string, more: object = {}) => t.call('POST', '/view/data', { body: { token, ...more } })
const linesOf = ({ body }: { body: string }): WidgetLine[] =>
  body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const statusesOf = async (token: string) => [(await open(token)).statusCode, (await data(token)).statusCode]
const save = ({ token }: Member, slug: string, body: object) => t.call('PUT', `/dashboards/${slug}`, { token, body })

const tile = (id: string, type: string, props: object = {}) => ({ id, type, x: 0, y: 0, w: 4, h: 4, props })

describe('on the sample winery', () => {
  let owner: Member
  /** names, emails and addresses of all customers, and names of the team */
  let people: string[]

  beforeAll(async () => {
    owner = await registerWinery(t, { seed: 7, orders: volume({ normal: 300, full: 20_000 }) })
    const sql = `SELECT name FROM customers UNION SELECT email FROM customers UNION SELECT customer_name FROM orders
      UNION SELECT team_member FROM orders UNION SELECT team_member FROM memberships UNION SELECT source_id FROM customers
      UNION SELECT city FROM customers UNION SELECT city FROM orders`
    const rows = await t.rows(owner.accountId, sql)
    people = rows.flat().filter((one): one is string => typeof one === 'string' && one.length > 3)
    expect(people.length).toBeGreaterThan(100)
  })

  const expectNobodyIn = (...answers: { body: string }[]) => {
    const traffic = answers.map(({ body }) => body).join('\n')
    expect(people.filter((person) => traffic.includes(person))).toEqual([])
  }

  test('the whole traffic of a link names no customer and no member of the team', async () => {
    const token = tokenOf(await link(owner))
    const [page, tiles] = [await open(token), await data(token)]
    expectNobodyIn(page, tiles)
    const shared: SharedDashboard = page.json()
    expect(shared).toMatchObject({ name: 'Cuvee Dashboard', accountName: expect.any(String), currency: 'USD' })
    expect(shared.widgets).toHaveLength(10)
    const lines = linesOf(tiles)
    expect(lines).toHaveLength(10)
    const refused = lines.flatMap((line) => ('error' in line ? [[line.id.split('-')[0], line.error.code]] : []))
    expect(refused).toEqual([['clubSignup', 'widget.personal_data']])
  })

  test('a tile that people of the account have just read is still refused', async () => {
    const { widgets } = (await t.call('GET', '/dashboards/default', { token: owner.token })).json()
    const signedIn = await t.call('POST', '/dashboards/data', { token: owner.token, body: { widgets } })
    expect(people.some((person) => signedIn.body.includes(person))).toBe(true)
    expectNobodyIn(await data(tokenOf(await link(owner))))
  })

  test('settings and filters that hold names are left out, and what they would show', async () => {
    const [name = '', email = ''] = ['Ann Secret', 'ann.secret@example.com']
    const definition = {
      reportType: 'Orders',
      columns: [{ columnId: 'customerName' }, { columnId: 'netSales' }],
      filters: [{ columnId: 'Email', comparison: 'Equal', value: email }],
    }
    const widgets = [
      tile('kept', 'sales', { title: 'Sales' }),
      tile('report', 'report', { title: 'One customer', definition }),
      tile('odd', 'weather', { note: name }),
      tile('mixed', 'sales', { title: 'Mixed', note: { columnId: 'customerName', value: name } }),
    ]
    const { slug } = (await t.call('POST', '/dashboards', { token: owner.token, body: { name: 'Mixed' } })).json()
    await unscoped(t.deps.db)
      .updateTable('dashboards')
      .set({ widgets: JSON.stringify(widgets) })
      .where('slug', '=', slug)
      .execute()
    const token = tokenOf(await link(owner, slug))
    const [page, tiles] = [await open(token), await data(token)]
    for (const { body } of [page, tiles]) {
      expect(body).not.toContain(name)
      expect(body).not.toContain(email)
    }
    const shown: SharedDashboard = page.json()
    expect(shown.widgets.find(({ id }) => id === 'mixed')?.props).toEqual({ title: 'Mixed' })
    expect(shown.widgets.map(({ id }) => id)).not.toContain('odd')
    const errors = linesOf(tiles).flatMap((line) => ('error' in line ? [[line.id, line.error.code]] : []))
    expect(errors).toContainEqual(['mixed', 'widget.personal_data'])
    expect(errors.map(([id]) => id)).not.toContain('kept')
  })

  describe('with tiles of reports, a goal and text', () => {
    const pivot = {
      reportType: 'OrderLines',
      columns: [{ columnId: 'varietal' }, { columnId: 'orderQuarter' }, { columnId: 'netSales', total: true }],
      groupColumns: ['varietal', 'orderQuarter'],
      pivot: { columns: ['orderQuarter'] },
      relativeDateFilter: { relativeRange: 'Last365Days', columnName: 'OrderDate' },
    }
    const byChannel = {
      reportType: 'Orders',
      columns: [{ columnId: 'channel' }, { columnId: 'netSales' }],
      groupColumns: ['channel'],
      chart: { kind: 'bar', x: 'channel', series: ['netSales'] },
    }
    const counted = { ...byChannel, columns: [...byChannel.columns, { columnId: 'customerId', aggregation: 'Count' }] }
    const groupedBy = (columnId: string, reportType = 'Orders') => ({
      reportType,
      columns: [{ columnId }, { columnId: 'netSales' }],
      groupColumns: [columnId],
    })
    const shown = [
      tile('chart', 'report', { title: 'Channels', source: byChannel }),
      tile('builtin', 'report', { title: 'Brands', source: { builtin: 'orders/by-brand' }, show: 'table' }),
      tile('pivot', 'report', { title: 'Varietals', source: pivot, show: 'pivot' }),
      tile('number', 'report', { title: 'Net sales', source: byChannel, show: 'number', measure: 'netSales' }),
      tile('counted', 'report', { title: 'Customers by channel', source: counted, show: 'table' }),
      tile('goal', 'goal', { title: 'Goal' }),
      tile('text', 'text', { title: 'Notes', text: '# Welcome' }),
      tile('sales', 'sales'),
    ]
    const refused = [
      tile('ofOne', 'report', {
        title: 'O',
        source: { ...counted, filters: [{ columnId: 'customerName', comparison: 'Contains', value: 'a' }] },
      }),
      tile('byCustomer', 'report', { title: 'A', source: groupedBy('customerName') }),
      tile('byEmail', 'report', { title: 'B', source: groupedBy('email', 'Customers') }),
      tile('byCity', 'report', { title: 'C', source: groupedBy('city') }),
      tile('byPostalCode', 'report', { title: 'D', source: groupedBy('postalCode', 'Customers') }),
      tile('topCustomers', 'report', { title: 'E', source: { builtin: 'customers/top-customers' } }),
      tile('orderList', 'report', { title: 'F', source: { builtin: 'orders/list' } }),
    ]

    test('shows their numbers, and refuses what is grouped by customer, with the reason', async () => {
      const { token: session } = owner
      const goals = [{ metric: 'netSales', period: 'month', from: '2026-06-01', target: 10_000 }]
      await t.call('PUT', '/goals', { token: session, body: { goals } })
      const { slug } = (await t.call('POST', '/dashboards', { token: session, body: { name: 'Mixed tiles' } })).json()
      const saved = await t.call('POST', '/reports', { token: session, body: { name: 'By channel', ...byChannel } })
      const pinned = tile('pinned', 'report', { title: 'Pinned', source: { id: saved.json().id } })
      const widgets = [...shown, pinned, ...refused]
      expect((await save(owner, slug, { name: 'Mixed tiles', widgets })).statusCode).toBe(200)
      const token = tokenOf(await link(owner, slug))
      const [page, tiles] = [await open(token), await data(token)]
      expectNobodyIn(page, tiles)
      const lines = new Map(linesOf(tiles).map((line) => [line.id, line]))
      const problems = [...lines].flatMap(([id, line]) => ('error' in line ? [[id, line.error.message] as const] : []))
      const reason = 'This tile shows personal data, which view links leave out.'
      expect(Object.fromEntries(problems)).toEqual(Object.fromEntries(refused.map(({ id }) => [id, reason])))
      const sql = `SELECT CAST(SUM(amount) AS DOUBLE) FROM order_lines l JOIN orders o ON o.source_id = l.order_source_id
        WHERE o.payment_status = 'paid' AND o.currency = 'USD' AND l.item_kind <> 'gift_card'`
      const rows = await t.rows(owner.accountId, sql)
      expect(lines.get('number')).toMatchObject({ data: { kpis: [{ value: Number(rows[0]?.[0]) / 100 }] } })
    })
  })

  test.each([
    ['shows names', { columns: ['customerName', 'netSales'], groupColumns: ['customerName'], isOfOne: false }],
    ['is limited by a name', { columns: ['channel', 'netSales'], groupColumns: ['channel'], isOfOne: true }],
  ])('a tile of a saved report that %s is refused', async (_, { columns, groupColumns, isOfOne }) => {
    const [name = ''] = people.filter((person) => person.includes(' '))
    const filters = isOfOne ? [{ columnId: 'customerName', comparison: 'Equal', value: name }] : []
    const report = {
      name: 'Orders of people',
      reportType: 'Orders',
      columns: columns.map((columnId) => ({ columnId })),
      groupColumns,
      filters,
    }
    const { id } = (await t.call('POST', '/reports', { token: owner.token, body: report })).json()
    const { slug } = (await t.call('POST', '/dashboards', { token: owner.token, body: { name: 'Reports' } })).json()
    const source = { id }
    const saved = await save(owner, slug, {
      name: 'Reports',
      widgets: [tile('people', 'report', { title: 'People', source })],
    })
    expect(saved.statusCode).toBe(200)
    const token = tokenOf(await link(owner, slug))
    const [page, tiles] = [await open(token), await data(token)]
    expectNobodyIn(page, tiles)
    expect(linesOf(tiles)).toMatchObject([{ id: 'people', error: { code: 'widget.personal_data' } }])
  })

  test('a default filter on a person is not shown, and refuses the tiles that it limits', async () => {
    const [name = ''] = people.filter((person) => person.includes(' '))
    const filterBar = { dimensionFilters: [{ columnId: 'customerName', values: [name] }] }
    const { slug } = (await t.call('POST', '/dashboards', { token: owner.token, body: { name: 'Filtered' } })).json()
    await save(owner, slug, { name: 'Filtered', widgets: [tile('a', 'sales')] })
    await t.call('PUT', `/dashboards/${slug}/filter-bar`, { token: owner.token, body: { filterBar } })
    const token = tokenOf(await link(owner, slug))
    const [page, tiles] = [await open(token), await data(token)]
    expectNobodyIn(page, tiles)
    expect(page.json().filterBar).toBeNull()
    expect(linesOf(tiles)).toMatchObject([{ id: 'a', error: { code: 'widget.personal_data' } }])
  })

  test('a link answers its own dashboard, whatever else a request asks for', async () => {
    const token = tokenOf(await link(owner))
    const plain = linesOf(await data(token)).map(({ id }) => id)
    const widgets = [tile('mine', 'sales')]
    const asking = await data(token, { widgets, filterBar: { dimensionFilters: [] }, includeClubOrders: false })
    expect(
      linesOf(asking)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(plain.toSorted())
    const lines = linesOf(await data(token))
    const known = Object.fromEntries(lines.flatMap((line) => ('etag' in line ? [[line.id, line.etag]] : [])))
    const again = linesOf(await data(token, { known })).filter((line) => 'unchanged' in line)
    expect(again).toHaveLength(9)
  })
})

test('the token opens no other call of the API', async () => {
  const token = tokenOf(await link(admin))
  const headers = { authorization: `Bearer ${token}` }
  const restricted = contractCalls().filter(({ meta }) => meta.access !== 'public')
  const answers = await Promise.all(
    restricted.map(async ({ name, method, url }) => {
      const { statusCode } = await t.app.inject({ method, url: url.replace(/:\w+/g, 'default'), headers })
      return [name, statusCode] as const
    }),
  )
  expect(answers.filter(([, status]) => status !== 401)).toEqual([])
  const changes = (['PUT', 'DELETE', 'GET'] as const).map((method) => t.call(method, '/view', { headers }))
  expect((await Promise.all(changes)).map(({ statusCode }) => statusCode)).toEqual([405, 405, 405])
})

test('only a hash of the token is stored, and no log entry contains it', async () => {
  const made = await link(admin)
  const token = tokenOf(made)
  const rows = await unscoped(t.deps.db).selectFrom('view_links').selectAll().where('id', '=', made.id).execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  const list = await t.call('GET', '/dashboards/default/view-links', { token: admin.token })
  expect(list.body).not.toContain(token)
  await t.call('DELETE', `/dashboards/default/view-links/${made.id}`, { token: admin.token })
  const audit = await t.call('GET', '/audit', { token: admin.token })
  expect(audit.body).not.toContain(token)
  const entries: { action: string; details: { link?: string } }[] = audit.json().items
  expect(entries.filter(({ details }) => details.link === made.id)).toMatchObject([
    { action: 'viewLinks.revoke', details: { link: made.id, name: 'TV' } },
    { action: 'viewLinks.create', details: { link: made.id, name: 'TV' } },
  ])
})

test('search engines keep nothing, and other sites get no referrer', async () => {
  const { headers } = await open('none')
  expect(headers).toMatchObject({
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
  const page = await t.app.inject({ url: '/view' })
  expect(page.headers['x-robots-tag']).toBe('noindex, nofollow, noarchive')
})

test('a dashboard with a link that works is marked for everyone who can open it', async ({ member: owner }) => {
  const colleague = await addColleague(t, owner, ['User'])
  await t.call('PUT', '/dashboards/default/sharing', { token: owner.token, body: { isPublic: true, people: [] } })
  const marks = async () => {
    const lists = [owner, colleague].map(({ token }) => t.call('GET', '/visible-dashboards', { token }))
    return (await Promise.all(lists)).map(
      (list) => list.json().filter(({ hasViewLink }: { hasViewLink: boolean }) => hasViewLink).length,
    )
  }
  expect(await marks()).toEqual([0, 0])
  const { id } = await link(owner)
  expect(await marks()).toEqual([1, 1])
  await t.call('DELETE', `/dashboards/default/view-links/${id}`, { token: owner.token })
  expect(await marks()).toEqual([0, 0])
})

test('only the owner sees, creates and revokes links', async () => {
  const colleague = await addColleague(t, admin, ['AccountAdmin'])
  const made = await link(admin)
  const sharing = { isPublic: true, people: [{ userId: colleague.userId, access: 'edit' }] }
  await t.call('PUT', '/dashboards/default/sharing', { token: admin.token, body: sharing })
  const seen = (await t.call('GET', '/visible-dashboards', { token: colleague.token })).json()
  const { slug } = seen.find((one: { access: string }) => one.access === 'edit')
  const { token } = colleague
  const refused = await Promise.all([
    t.call('GET', `/dashboards/${slug}/view-links`, { token }),
    t.call('POST', `/dashboards/${slug}/view-links`, { token, body: { name: 'Theirs' } }),
    t.call('DELETE', `/dashboards/${slug}/view-links/${made.id}`, { token }),
    t.call('DELETE', `/dashboards/default/view-links/${made.id}`, { token }),
  ])
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
  expect(await statusesOf(tokenOf(made))).toEqual([200, 200])
})

test('wrong tokens of one network are limited, and do not close links to it', async () => {
  const token = tokenOf(await link(admin))
  const statuses: number[] = []
  for (let tries = 0; tries < 40; tries += 1) statuses.push((await open(`${'x'.repeat(41)}${10 + tries}`)).statusCode)
  expect(statuses.at(0)).toBe(404)
  expect(statuses.at(-1)).toBe(429)
  expect((await open(token)).statusCode).toBe(200)
})

test('requests of one link are limited, and do not close others', async () => {
  const [busy, quiet] = [tokenOf(await link(admin)), tokenOf(await link(admin))]
  expect((await open(busy)).statusCode).toBe(200)
  const counts = unscoped(t.deps.db).updateTable('rate_limits').where('bucket', 'like', 'viewLink:%')
  await counts.set({ hits: 299 }).execute()
  expect([(await open(busy)).statusCode, (await data(busy)).statusCode]).toEqual([200, 429])
  expect((await open(quiet)).statusCode).toBe(200)
})

describe('a link stops', () => {
  beforeEach(() => unscoped(t.deps.db).deleteFrom('rate_limits').execute())

  const ends = async (member: Member, end: (made: CreatedViewLink) => Promise<unknown>) => {
    const made = await link(member)
    const token = tokenOf(made)
    expect(await statusesOf(token)).toEqual([200, 200])
    await end(made)
    expect(await statusesOf(token)).toEqual([404, 404])
    return (await open(token)).json().errors[0]
  }

  test('when it is revoked', async () => {
    const revoke = ({ id }: CreatedViewLink) =>
      t.call('DELETE', `/dashboards/default/view-links/${id}`, { token: admin.token })
    expect(await ends(admin, revoke)).toMatchObject({ code: 'view_link.not_found' })
  })

  test('when the account is deleted', async ({ member: owner }) => {
    await ends(owner, () => t.call('DELETE', '/account', { token: owner.token, body: { password: owner.password } }))
  })

  test('when its owner is removed, also if a colleague takes the dashboard over', async () => {
    const owner = await addColleague(t, admin, ['PowerUser'])
    await t.call('PUT', '/dashboards/default/sharing', { token: owner.token, body: { isPublic: true, people: [] } })
    await ends(owner, () => t.call('DELETE', `/user/${owner.userId}`, { token: admin.token }))
  })

  test('while its owner may not share', async () => {
    const owner = await addColleague(t, admin, ['PowerUser'])
    const setRoles = (roles: string[]) =>
      t.call('POST', `/user/update-role/${owner.userId}`, { token: admin.token, body: { roles } })
    await ends(owner, () => setRoles(['User']))
  })

  test('while its dashboard is in the trash', async () => {
    const { token } = admin
    await t.call('POST', '/dashboards', { token, body: { name: 'Short' } })
    const made = await link(admin, 'short')
    await t.call('DELETE', '/dashboards/short', { token })
    expect(await statusesOf(tokenOf(made))).toEqual([404, 404])
  })

  test('when it has expired', async () => {
    const made = await link(admin, 'default', { expiresInDays: 1 })
    t.clock.advance(DAY_MS - 1000)
    expect(await statusesOf(tokenOf(made))).toEqual([200, 200])
    t.clock.advance(1000)
    expect(await statusesOf(tokenOf(made))).toEqual([404, 404])
  })
})
