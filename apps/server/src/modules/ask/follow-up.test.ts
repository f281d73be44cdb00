import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Choose, NotUnderstood, Understood } from '#contract/ask.ts'
import { ReportResult } from '#contract/reports.ts'
import { registerWinery } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { running, saying, startModelServer } from './assistant/model-server.fixture.ts'

const model = await startModelServer()
const t = await testApp({
  runsJobs: false,
  env: { MODEL_URL: model.url, MODEL_KEY: 'a key', CONNECTOR_ALLOW_PRIVATE: '1' },
})
let owner: Member

// questions name their years, so that no clock decides the numbers
beforeAll(async () => {
  owner = await registerWinery(t, { seed: 3, orders: 600 })
})

beforeEach(async () => {
  await t.deps.db.deleteFrom('rate_limits').execute()
  model.calls.length = 0
  model.answer = saying('NO ANSWER')
})

type Context = Pick<Understood, 'definition' | 'from' | 'until' | 'compare'>

const post = async (question: string, context?: Context) => {
  const response = await t.call('POST', '/insight/ask', { token: owner.token, body: { question, context } })
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
  return response.json()
}

const ask = async (question: string, context?: Context): Promise<Understood> =>
  Understood.parse(await post(question, context))

const converse = async (first: string, ...followUps: readonly string[]): Promise<Understood> => {
  let answer = await ask(first)
  for (const text of followUps) answer = await ask(text, answer)
  return answer
}

const report = async ({ definition, from, until, compare }: Context) => {
  const body = { definition, from, until, compare }
  const response = await t.call('POST', '/reports/query', { token: owner.token, body })
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
  return ReportResult.parse(response.json())
}

const sql = async (text: string) => (await t.rows(owner.accountId, text)).map((row) => [...row])

describe('a follow-up changes the answer before it', () => {
  const YEAR_2025 = "ordered_local >= DATE '2025-01-01' AND ordered_local < DATE '2026-01-01'"
  const YEAR_2024 = "ordered_local >= DATE '2024-01-01' AND ordered_local < DATE '2025-01-01'"
  const sum = (condition: string) => `SELECT SUM(net_sales) / 100.0 FROM orders WHERE ${condition}`

  const CONVERSATIONS: readonly (readonly [texts: readonly [string, ...string[]], sql: string])[] = [
    [
      ['web sales by month in 2025', 'plus phone', 'in total', 'the year before'],
      sum(`${YEAR_2024} AND channel IN ('web', 'phone')`),
    ],
    [
      ['net sales by channel in 2025', 'top 2', 'without the club'],
      `SELECT channel, SUM(net_sales) / 100.0 FROM orders WHERE ${YEAR_2025} AND channel <> 'club'
       GROUP BY 1 ORDER BY 2 DESC LIMIT 2`,
    ],
    [
      ['list orders over $300 in 2025', 'only web', 'how many'],
      `SELECT COUNT(*) FROM orders WHERE ${YEAR_2025} AND channel = 'web' AND net_sales > 30000 AND NOT is_refund`,
    ],
  ]

  test.each(CONVERSATIONS)('%j', async (texts, statement) => {
    const [first, ...followUps] = texts
    const answer = await converse(first, ...followUps)
    expect(answer.changes).not.toEqual([])
    const { rows } = await report(answer)
    expect(rows).toEqual(await sql(statement))
  })
})

describe('a language model', () => {
  const BY_STATE = {
    reportType: 'Orders',
    columns: [{ columnId: 'state' }, { columnId: 'netSales' }],
    groupColumns: ['state'],
    relativeDateFilter: { relativeRange: '2025-01-01/2026-01-01', columnName: 'orderDate' },
  }

  test.each([
    ['turnover broken apart by destination', 'has unknown words'],
    ["Compare this year's sales with 2024", 'has only readings that are too unlikely'],
  ])('proposes a definition for “%s”, which %s', async (question) => {
    expect(NotUnderstood.parse(await post(question)).notUnderstood).not.toEqual([])
    expect(model.calls).toHaveLength(1)
    model.answer = running([BY_STATE], 'Here they are.')
    expect(await ask(question)).toMatchObject({ readBy: 'model', definition: { groupColumns: ['state'] } })
  })

  test('is not asked where the grammar answers, or asks which of two readings is meant', async () => {
    model.answer = running([BY_STATE], 'Here they are.')
    const { choices } = Choose.parse(await post('conversion by team member'))
    const followUps = Choose.parse(await post('and by varietal?', await ask('sales by channel in 2025')))
    expect([...choices, ...followUps.choices].map(({ readBy }) => readBy)).toEqual(Array(4).fill('grammar'))
    expect(model.calls).toEqual([])
  })

  test('changes the answer before, whose names it never sees', async () => {
    const [[name] = []] = await sql('SELECT team_member FROM orders WHERE team_member IS NOT NULL ORDER BY 1 LIMIT 1')
    const former = await ask(`sales by channel of ${name} in 2025`)
    const filters = [{ columnId: 'teamMember', comparison: 'Equal', value: 'name 1' }]
    model.answer = running([{ ...BY_STATE, filters }], 'Here they are.')
    const answer = await ask('and broken apart by destination', former)
    expect(answer).toMatchObject({
      readBy: 'model',
      definition: { filters: [{ columnId: 'teamMember', value: name }] },
    })
    expect(model.calls.join()).toContain('name 1')
    expect(model.calls.join()).not.toContain(String(name))
    const { rows } = await report(answer)
    const condition = `team_member = '${name}' AND ordered_local >= DATE '2025-01-01' AND ordered_local < DATE '2026-01-01'`
    const expected = await sql(`SELECT state, SUM(net_sales) / 100.0 FROM orders WHERE ${condition} GROUP BY 1`)
    expect(rows).toHaveLength(expected.length)
    expect(rows).toEqual(expect.arrayContaining(expected))
  })

  test('changes a list of people with what they did, whose names it never sees', async () => {
    const former = await ask('customers who bought pinot noir in 2025 and never visited')
    expect(former.definition.history).toHaveLength(3)
    model.answer = running([{ ...BY_STATE, history: [] }], 'Here they are.')
    await ask('and broken apart by destination', former)
    const [sent = ''] = model.calls
    expect(sent).toContain('name 1')
    expect(sent).not.toContain('Pinot Noir')
  })

  test('may not use a name that it was not given', async () => {
    const former = await ask('sales by channel in 2025')
    const filters = [{ columnId: 'teamMember', comparison: 'Equal', value: 'name 1' }]
    model.answer = running([{ ...BY_STATE, filters }], 'Here they are.')
    expect(NotUnderstood.parse(await post('and broken apart by destination', former)).notUnderstood).not.toEqual([])
  })
})
