import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AskedQuestion, Choose, Suggestions, Understood } from '#contract/ask.ts'
import { addColleague } from '#server/modules/team/colleague.fixture.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { lineRow, orderRow, productRow } from '#warehouse/duckdb/sample-rows.fixture.ts'

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' } })
let owner: Member
let rosa: Member
let outsider: Member

beforeAll(async () => {
  owner = await t.register()
  outsider = await t.register()
  rosa = await addColleague(t, owner, ['User'])
  const seller = { team_member: 'Maria Lopez' }
  await t.load(owner.accountId, {
    orders: [
      orderRow({ source_id: 'o1', channel: 'pos', ...seller }),
      orderRow({ source_id: 'o2', channel: 'pos', ...seller }),
      orderRow({ source_id: 'o3', channel: 'web', customer_name: 'Zelda Quint' }),
    ],
    order_lines: [lineRow({ order_source_id: 'o1', product_source_id: 'p1' })],
    products: [
      productRow({ source_id: 'p1', title: 'Estate Syrah', varietal: 'Syrah' }),
      productRow({ source_id: 'p2', title: 'Estate Malbec', varietal: 'Malbec' }),
    ],
  })
})

beforeEach(async () => {
  await t.deps.db.deleteFrom('asked_questions').where('account_id', '=', owner.accountId).execute()
})

const ask = async (question: string, { token }: Member = owner, context?: Understood) => {
  t.clock.advance(1)
  const response = await t.call('POST', '/insight/ask', { token, body: { question, context } })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

const history = async ({ token }: Member = owner) => {
  const response = await t.call('GET', '/insight/questions', { token })
  return z.array(AskedQuestion).parse(response.json())
}

const asked = async (member: Member = owner) => (await history(member)).map(({ question }) => question)

const idOf = async (question: string, member: Member = owner): Promise<string> =>
  (await history(member)).find((one) => one.question === question)?.id ?? 'none'

const suggestions = async ({ token }: Member) =>
  Suggestions.parse((await t.call('GET', '/insight/question-suggestions', { token })).json())

describe('the history of questions', () => {
  test('holds what was answered, the latest first, each once', async () => {
    for (const question of ['sales by month', 'sales of zorkium', 'orders by channel', 'Sales by month'])
      await ask(question)
    expect(await asked()).toEqual(['Sales by month', 'orders by channel'])
    expect(await history()).toMatchObject([
      { explanation: expect.stringMatching(/^Net sales by order month/), isFollowUp: false, isPinned: false },
      { explanation: expect.stringMatching(/^Orders by sales channel/) },
    ])
  })

  test('opens an answer as it was read then, also a follow-up and a choice', async () => {
    const first = Understood.parse(await ask('sales by channel'))
    const second = await ask('only web', owner, first)
    const choice = await ask('conversion by team member')
    const open = async (question: string) =>
      (await t.call('GET', `/insight/questions/${await idOf(question)}`, { token: owner.token })).json()
    expect(await open('only web')).toEqual(second)
    expect(Choose.parse(await open('conversion by team member'))).toEqual(Choose.parse(choice))
    expect(await history()).toMatchObject([{ explanation: null }, { isFollowUp: true }, { isFollowUp: false }])
  })

  test('keeps pinned questions on top, and 100 others', async () => {
    await ask('sales by month')
    const id = await idOf('sales by month')
    const pin = (isPinned: boolean) =>
      t.call('PUT', `/insight/questions/${id}`, { token: owner.token, body: { isPinned } })
    expect((await pin(true)).json()).toMatchObject({ isPinned: true })
    const row = await t.deps.db
      .selectFrom('asked_questions')
      .selectAll()
      .where('account_id', '=', owner.accountId)
      .executeTakeFirstOrThrow()
    const older = Array.from({ length: 105 }, (_, index) => ({
      ...row,
      answer: JSON.stringify(row.answer),
      id: `old-${index}`,
      key: `old-${index}`,
      question: `old ${index}`,
      pinned_at: null,
      asked_at: new Date(row.asked_at.getTime() - index * 1000),
    }))
    await t.deps.db.insertInto('asked_questions').values(older).execute()
    await ask('orders by channel')
    const all = await asked()
    expect([all.length, ...all.slice(0, 3), all.at(-1)]).toEqual([
      101,
      'sales by month',
      'orders by channel',
      'old 0',
      'old 98',
    ])
    await pin(false)
    expect((await history()).some(({ isPinned }) => isPinned)).toBe(false)
  })

  test('refuses a 51st pin', async () => {
    await ask('sales by month')
    const row = await t.deps.db
      .selectFrom('asked_questions')
      .selectAll()
      .where('account_id', '=', owner.accountId)
      .executeTakeFirstOrThrow()
    const pinned = Array.from({ length: 50 }, (_, index) => ({
      ...row,
      answer: JSON.stringify(row.answer),
      id: `pin-${index}`,
      key: `pin-${index}`,
      pinned_at: row.asked_at,
    }))
    await t.deps.db.insertInto('asked_questions').values(pinned).execute()
    const response = await t.call('PUT', `/insight/questions/${row.id}`, {
      token: owner.token,
      body: { isPinned: true },
    })
    expect([response.statusCode, response.body]).toEqual([
      409,
      expect.stringContaining('You can pin up to 50 questions'),
    ])
  })

  test('belongs to the user alone', async () => {
    await ask('sales by month')
    const id = await idOf('sales by month')
    for (const { token } of [rosa, outsider]) {
      const path = `/insight/questions/${id}`
      const answers = await Promise.all([
        t.call('GET', path, { token }),
        t.call('PUT', path, { token, body: { isPinned: true } }),
        t.call('DELETE', path, { token }),
      ])
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    }
    expect([await asked(rosa), await asked(outsider), await asked()]).toEqual([[], [], ['sales by month']])
    expect((await t.call('DELETE', `/insight/questions/${id}`, { token: owner.token })).statusCode).toBe(204)
    expect(await asked()).toEqual([])
  })
})

describe('suggested questions', () => {
  test("name the account's own varietals and channels, and each has an answer", async () => {
    const { own, team } = await suggestions(owner)
    expect(team).toEqual([])
    expect(own).toEqual(expect.arrayContaining(['Sales by channel last month', 'Top 5 varietals this year']))
    expect(own.join()).toMatch(/Tasting room sales.*(Syrah|Malbec) sales by month/)
    for (const question of own) expect(await ask(question), question).toHaveProperty('definition')
  })

  test('are those of another account for its own data only', async () => {
    expect(await suggestions(outsider)).toEqual({ own: [], team: [] })
  })

  test('offer what colleagues asked, unless the user asked it', async () => {
    for (const question of ['sales by month', 'orders by channel']) await ask(question, rosa)
    await ask('orders by channel')
    expect((await suggestions(owner)).team).toEqual(['sales by month'])
    expect((await suggestions(outsider)).team).toEqual([])
  })

  test('never hold the name of a person, a correction, a follow-up or a choice', async () => {
    const first = Understood.parse(await ask('web sales', rosa))
    await ask('by month', rosa, first)
    for (const question of ['sales by month of Maria Lopez', 'slaes by chanel', 'conversion by team member'])
      await ask(question, rosa)
    expect(await asked(rosa)).toHaveLength(5)
    expect((await suggestions(owner)).team).toEqual(['web sales'])
  })

  test('are not offered to a role without reports', async () => {
    const billing = await addColleague(t, owner, ['BillingAdmin'])
    const response = await t.call('GET', '/insight/question-suggestions', { token: billing.token })
    expect(response.statusCode).toBe(403)
  })

  test('leave out what a removed colleague asked', async () => {
    const leaves = await addColleague(t, owner, ['User'])
    await ask('guests by month', leaves)
    expect((await suggestions(owner)).team).toEqual(['guests by month'])
    await t.call('DELETE', `/user/${leaves.userId}`, { token: owner.token })
    expect((await suggestions(owner)).team).toEqual([])
  })
})
