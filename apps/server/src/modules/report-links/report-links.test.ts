import { parse } from 'csv-parse/sync'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReportLink, ReportLinkInput } from '#contract/report-links.ts'
import { DAY_MS } from '#domain/clock.ts'
import { unscoped } from '#server/db/database.ts'
import { addColleague } from '#server/modules/team/colleague.fixture.ts'
import { volume } from '#testkit/lane.ts'
import { registerWinery } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import { contractCalls, type Member } from '#testkit/test-client.ts'
import { orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'

const t = await testApp({ runsJobs: false })
const db = unscoped(t.deps.db)
const admin = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
type CreatedLink = ReportLink & { readonly url: string }

beforeEach(() => db.deleteFrom('rate_limits').execute())

const byChannel = {
  name: 'Sales by channel',
  reportType: 'Orders',
  columns: [{ columnId: 'channel' }, { columnId: 'netSales' }, { columnId: 'orderCount' }],
  groupColumns: ['channel'],
}
const ofPeople = {
  ...byChannel,
  name: 'People',
  columns: [{ columnId: 'customerName' }],
  groupColumns: ['customerName'],
}
const pivot = {
  ...byChannel,
  name: 'Pivot',
  columns: [{ columnId: 'customerName' }, { columnId: 'channel' }, { columnId: 'netSales' }],
  groupColumns: ['customerName', 'channel'],
  pivot: { columns: ['channel'] },
}

const save = async ({ token }: Member, report: object = byChannel): Promise<string> => {
  const response = await t.call('POST', '/reports', { token, body: report })
  if (response.statusCode !== 201) throw new Error(response.body)
  return response.json().id
}

const post = ({ token }: Member, reportId: string, body: Partial<ReportLinkInput> = {}) =>
  t.call('POST', `/reports/${reportId}/links`, { token, body: { name: 'Marketing sheet', ...body } })

const link = async (...given: Parameters<typeof post>): Promise<CreatedLink> => {
  const response = await post(...given)
  if (response.statusCode !== 201) throw new Error(response.body)
  return response.json()
}

const pathOf = ({ url }: Pick<CreatedLink, 'url'>): string => new URL(url).pathname
/** As spreadsheet programs do: with nothing but the address. */
const read = (made: Pick<CreatedLink, 'url'>) => t.app.inject({ url: pathOf(made) })
const records = (csv: string): string[][] => parse(csv, { bom: true })

describe('on the sample winery', () => {
  let owner: Member

  beforeAll(async () => {
    owner = await registerWinery(t, { seed: 7, orders: volume({ normal: 300, full: 20_000 }) })
  })

  test('a link answers the report as CSV, with plain numbers', async () => {
    const byBrand = {
      name: 'Brands',
      reportType: 'OrderLines',
      columns: [{ columnId: 'brand' }, { columnId: 'netSales' }, { columnId: 'unitsSold' }],
      groupColumns: ['brand'],
    }
    const made = await link(owner, await save(owner, byBrand))
    expect(made.url).toMatch(/^http.*\/api\/live\/[\w-]{43}\.csv$/)
    const { statusCode, headers, body } = await read(made)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow, noarchive' })
    const [header, ...rows] = records(body)
    expect(header).toEqual(['Brand', 'Net sales', 'Units sold'])
    expect(rows.every((row) => /^-?\d+\.\d\d$/.test(row[1] ?? '') && /^-?\d+$/.test(row[2] ?? ''))).toBe(true)
    const sql = `SELECT SUM(l.net_sales) FROM order_lines l
      JOIN orders o ON o.service_id = l.service_id AND o.source_id = l.order_source_id WHERE o.currency = 'USD'`
    const [[minor] = []] = await t.rows(owner.accountId, sql)
    expect(rows.reduce((sum, row) => sum + Math.round(Number(row[1]) * 100), 0)).toBe(Number(minor))
  })

  test.each([
    ['groups by', ofPeople],
    ['lists', { ...ofPeople, groupColumns: [] }],
    ['filters by', { ...byChannel, filters: [{ columnId: 'customerName', comparison: 'Contains', value: 'a' }] }],
    ['has columns of', pivot],
    ['lists records of', { ...byChannel, columns: [{ columnId: 'orderNumber' }], groupColumns: [] }],
  ])('a report that %s people needs an administrator who allows it', async (_what, report) => {
    const manager = await addColleague(t, owner, ['PowerUser'])
    const id = await save(manager, { ...report, isPublic: true })
    const refused = { errors: [{ code: 'request.invalid', field: 'includesPersonalData' }] }
    for (const answer of [
      await post(manager, id),
      await post(manager, id, { includesPersonalData: true }),
      await post(owner, id),
    ]) {
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject(refused)
    }
    const answer = await read(await link(owner, id, { includesPersonalData: true }))
    expect([answer.statusCode, records(answer.body).length > 1]).toEqual([200, true])
  })

  test.each([
    ['groups', ofPeople],
    ['a pivot', pivot],
  ])('a report that is changed to name people in %s is no longer read by its link', async (_what, report) => {
    const id = await save(owner)
    const [plain, allowed] = [await link(owner, id), await link(owner, id, { includesPersonalData: true })]
    expect((await read(plain)).statusCode).toBe(200)
    await t.call('PUT', `/reports/${id}`, { token: owner.token, body: report })
    const refused = await read(plain)
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([404, 'report_link.not_found'])
    expect((await read(allowed)).statusCode).toBe(200)
  })

  test('a link with personal data stops while its creator is no administrator', async () => {
    const deputy = await addColleague(t, owner, ['AccountAdmin'])
    const made = await link(deputy, await save(deputy, ofPeople), { includesPersonalData: true })
    const setRoles = (roles: string[]) =>
      t.call('POST', `/user/update-role/${deputy.userId}`, { token: owner.token, body: { roles } })
    await setRoles(['PowerUser'])
    expect((await read(made)).statusCode).toBe(404)
    await setRoles(['AccountAdmin'])
    expect((await read(made)).statusCode).toBe(200)
  })
})

test('security 38: a name that reads as a formula is none in the answer', async () => {
  const owner = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  const names = ['=IMPORTXML("http://x","//a")', '+cmd', '-2+3', '@SUM(A1)']
  const orders = names.map((customer_name, index) => orderRow({ source_id: `o${index}`, customer_name }))
  await t.load(owner.accountId, { orders })
  const { body } = await read(await link(owner, await save(owner, ofPeople), { includesPersonalData: true }))
  const cells = records(body).slice(1).flat()
  expect(cells.toSorted()).toEqual(names.map((name) => `'${name}`).toSorted())
})

test('relative dates follow the day of the request', async () => {
  const owner = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  const noon = t.clock.now()
  const orders = [0, 1].map((day) =>
    orderRow({ source_id: `d${day}`, ordered: noon + (day - 1) * DAY_MS, subtotal: 1000 + day, total: 1000 + day }),
  )
  await t.load(owner.accountId, { orders })
  const daily = { ...byChannel, columns: [{ columnId: 'channel' }, { columnId: 'total' }] }
  const relativeDateFilter = { relativeRange: 'Yesterday', columnName: 'OrderDate' }
  const made = await link(owner, await save(owner, { ...daily, relativeDateFilter }))
  const sales = async () => records((await read(made)).body)[1]?.[1]
  expect(await sales()).toBe('10.00')
  t.clock.advance(DAY_MS)
  expect(await sales()).toBe('10.01')
  t.clock.advance(-DAY_MS)
})

describe('a link', () => {
  test('opens no other call, and is answered to GET alone', async () => {
    const made = await link(admin, await save(admin))
    const [token = ''] = /[\w-]{43}/.exec(pathOf(made)) ?? []
    const headers = { authorization: `Bearer ${token}` }
    const restricted = contractCalls().filter(({ meta }) => meta.access !== 'public')
    const answers = await Promise.all(
      restricted.map(async ({ name, method, url }) => {
        const { statusCode } = await t.app.inject({ method, url: url.replace(/:\w+/g, 'default'), headers })
        return [name, statusCode] as const
      }),
    )
    expect(answers.filter(([, status]) => status !== 401)).toEqual([])
    expect((await t.call('POST', '/view', { body: { token } })).statusCode).toBe(404)
    const others = [`/api/live/${token}`, `/api/live/${token}.xlsx`, `/api/live/${token}.csv.csv`, '/api/live/.csv']
    for (const url of others) expect((await t.app.inject({ url })).statusCode).toBe(404)
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      expect((await t.app.inject({ method, url: pathOf(made) })).statusCode).toBe(405)
  })

  test('answers the report as it was saved, whatever a request asks for', async () => {
    const made = await link(admin, await save(admin))
    const [plain, asking] = await Promise.all([
      read(made),
      t.app.inject({
        url: `${pathOf(made)}?filters=[]&relativeDate=OrderDate-Yesterday&definition=x`,
        headers: { authorization: `Bearer ${admin.token}` },
      }),
    ])
    expect(asking.body).toBe(plain.body)
  })

  test('is stored as a hash, listed with its last use, and noted when it is made and revoked', async () => {
    const id = await save(admin)
    const made = await link(admin, id)
    const [token = ''] = /[\w-]{43}/.exec(pathOf(made)) ?? []
    const list = async () => (await t.call('GET', `/reports/${id}/links`, { token: admin.token })).json()
    expect(await list()).toMatchObject([
      { id: made.id, name: 'Marketing sheet', includesPersonalData: false, lastUsedDateUtc: null },
    ])
    await read(made)
    expect((await list())[0].lastUsedDateUtc).toBe(new Date(t.clock.now()).toISOString())
    const rows = await db.selectFrom('report_links').selectAll().where('id', '=', made.id).execute()
    await t.call('DELETE', `/reports/${id}/links/${made.id}`, { token: admin.token })
    const audit = await t.call('GET', '/audit', { token: admin.token })
    expect(JSON.stringify([rows, await list(), audit.body])).not.toContain(token)
    const entries: { action: string; details: { link?: string } }[] = audit.json().items
    expect(entries.filter(({ details }) => details.link === made.id)).toMatchObject([
      { action: 'reportLinks.revoke', details: { name: 'Marketing sheet' } },
      { action: 'reportLinks.create', details: { name: 'Marketing sheet', includesPersonalData: false } },
    ])
  })

  test('is limited by itself, and wrong ones by their network', async () => {
    const id = await save(admin)
    const [busy, quiet] = [await link(admin, id), await link(admin, id)]
    const statuses: number[] = []
    for (let tries = 0; tries < 61; tries += 1) statuses.push((await read(busy)).statusCode)
    expect([statuses.at(59), statuses.at(60), (await read(quiet)).statusCode]).toEqual([200, 429, 200])
    const guesses: number[] = []
    for (let tries = 0; tries < 31; tries += 1)
      guesses.push((await read({ url: `http://x/api/live/${'x'.repeat(41)}${10 + tries}.csv` })).statusCode)
    expect([guesses.at(29), guesses.at(30), (await read(quiet)).statusCode]).toEqual([404, 429, 200])
  })

  test('is for people who may share and can read the report', async () => {
    const [user, manager] = [await addColleague(t, admin, ['User']), await addColleague(t, admin, ['PowerUser'])]
    const id = await save(admin)
    const made = await link(admin, id)
    expect((await post(user, await save(user))).statusCode).toBe(403)
    expect((await post(manager, id)).statusCode).toBe(404)
    expect((await t.call('DELETE', `/reports/${id}/links/${made.id}`, { token: manager.token })).statusCode).toBe(404)
    expect((await read(made)).statusCode).toBe(200)
  })

  test('is one of at most 20 of a report', async () => {
    const id = await save(admin)
    for (let made = 0; made < 20; made += 1) await link(admin, id)
    expect((await post(admin, id)).json().errors[0]).toMatchObject({ code: 'request.quota' })
  })
})

describe('a link stops', () => {
  const ends = async (made: CreatedLink, end: () => Promise<unknown>, status = 404) => {
    expect((await read(made)).statusCode).toBe(200)
    await end()
    expect((await read(made)).statusCode).toBe(status)
  }

  test('when it is revoked', async () => {
    const id = await save(admin)
    const made = await link(admin, id)
    await ends(made, () => t.call('DELETE', `/reports/${id}/links/${made.id}`, { token: admin.token }))
  })

  test('when its report is in the trash', async () => {
    const id = await save(admin)
    await ends(await link(admin, id), () => t.call('DELETE', `/reports/${id}`, { token: admin.token }))
  })

  test('when a shared report is shared no longer', async () => {
    const manager = await addColleague(t, admin, ['PowerUser'])
    const id = await save(admin, { ...byChannel, isPublic: true })
    const body = { ...byChannel, isPublic: false }
    await ends(await link(manager, id), () => t.call('PUT', `/reports/${id}`, { token: admin.token, body }))
  })

  test('when its creator is removed, also if a colleague takes the report over', async () => {
    const manager = await addColleague(t, admin, ['PowerUser'])
    const made = await link(manager, await save(manager, { ...byChannel, isPublic: true }))
    await ends(made, () => t.call('DELETE', `/user/${manager.userId}`, { token: admin.token }))
  })

  test('while its creator may not share', async () => {
    const manager = await addColleague(t, admin, ['PowerUser'])
    const made = await link(manager, await save(manager))
    const body = { roles: ['User'] }
    await ends(made, () => t.call('POST', `/user/update-role/${manager.userId}`, { token: admin.token, body }))
  })

  test('when the account is deleted', async () => {
    const owner = await t.register()
    const made = await link(owner, await save(owner))
    const body = { password: owner.password }
    await ends(made, () => t.call('DELETE', '/account', { token: owner.token, body }))
  })

  test('with 402 when the plan has no shared reports, but not when a trial is over', async () => {
    const owner = await t.register()
    const manager = await addColleague(t, owner, ['PowerUser'])
    const made = await link(manager, await save(owner, { ...byChannel, isPublic: true }))
    await t.setAccount(owner, { is_trial: true, trial_expires_at: new Date(t.clock.now() - DAY_MS) })
    await ends(made, () => t.setAccount(owner, { account_type: 'Micro' }), 402)
  })
})
