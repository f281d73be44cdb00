import { beforeAll, expect, test } from 'vitest'
import { type Account, DefinitionChoice } from '#contract/account.ts'
import { ReportCatalog } from '#contract/report-catalog.ts'
import { Lineage, ReportResult } from '#contract/reports.ts'
import { DEFINITIONS } from '#semantic/definitions/definitions.ts'
import { registerWinery } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const LAST_MONTH = { from: '2026-05-01', until: '2026-06-01' }
let owner: Member
let other: Member

beforeAll(async () => {
  owner = await registerWinery(t, { seed: 5, orders: 3_000 })
  other = await registerWinery(t, { seed: 5, orders: 3_000 })
})

const choices = async ({ token }: Member): Promise<DefinitionChoice[]> =>
  DefinitionChoice.array().parse((await t.call('GET', '/account/definitions', { token })).json())

const choose = async ({ token, accountId: id }: Member, definitions: Record<string, string>) =>
  t.call('PUT', '/account', { token, body: { id, definitions } })

const standard = Object.fromEntries(DEFINITIONS.map((choice) => [choice.id, choice.standard]))

test('an account uses the standard definitions until it changes them', async () => {
  const all = await choices(owner)
  expect(Object.fromEntries(all.map(({ id, chosen }) => [id, chosen]))).toEqual(standard)
  expect(all.map(({ range }) => range)).toEqual(DEFINITIONS.map(() => LAST_MONTH))
})

test('the options of a definition give different values', async () => {
  for (const { id, ways } of await choices(owner))
    expect([id, new Set(ways.map(({ lastMonth }) => lastMonth)).size]).toEqual([id, ways.length])
})

test('has no values for last month before the first load', async () => {
  const fresh = await t.register()
  const numbers = (await choices(fresh)).flatMap(({ ways }) => ways.map(({ lastMonth }) => lastMonth))
  expect(new Set(numbers)).toEqual(new Set([null]))
})

test.each([
  [{ netSales: 'gross' }, 'definitions.netSales'],
  [{ refundDate: 'toString' }, 'definitions.refundDate'],
  [{ constructor: 'goods' }, 'definitions.constructor'],
])('rejects %j and names the field', async (definitions, field) => {
  const response = await choose(owner, definitions)
  expect([response.statusCode, response.json().errors[0].field]).toEqual([400, field])
})

const DEFINITION = {
  reportType: 'Orders',
  columns: [{ columnId: 'orderMonth' }, { columnId: 'netSales' }, { columnId: 'averageOrder' }],
  groupColumns: ['orderMonth'],
  relativeDateFilter: { relativeRange: 'LastMonth', columnName: 'OrderDate' },
}

const report = async ({ token }: Member): Promise<ReportResult> =>
  ReportResult.parse((await t.call('POST', '/reports/query', { token, body: { definition: DEFINITION } })).json())

const CHOSEN = {
  netSales: 'withShippingAndTax',
  refundDate: 'order',
  averageOrder: 'withoutClub',
  activeMember: 'shipped',
}

test('a definition applies immediately to reports, totals, lineage, proofs and texts, and to no other account', async () => {
  const before = await report(owner)
  const account: Account = (await choose(owner, CHOSEN)).json()
  expect(account.definitions).toEqual(CHOSEN)
  const after = await report(owner)
  expect(after.definitionVersion).not.toBe(before.definitionVersion)
  expect(after.totals[1]).not.toBe(before.totals[1])
  expect(after.rows[0]?.[1]).toBe(after.totals[1])

  const body = { definition: DEFINITION, cell: { row: { orderMonth: '2026-05' }, measure: 'averageOrder' } }
  const lineage = Lineage.parse((await t.call('POST', '/reports/explain', { token: owner.token, body })).json())
  expect(lineage).toMatchObject({ value: after.rows[0]?.[2], proof: { matches: true } })
  expect(lineage.definition).toBe(
    'Net sales excluding refunds ÷ orders. This account includes shipping and tax on paid orders. This account excludes club orders',
  )
  expect(lineage.formula.parts.map(({ name }) => name)).toEqual([
    'Non-club net sales excluding refunds',
    'Non-club orders',
  ])
  const catalog = ReportCatalog.parse((await t.call('GET', '/reports/catalog', { token: owner.token })).json())
  const memberships = catalog.reportTypes.find(({ reportType }) => reportType === 'Memberships')
  expect(memberships?.columns.find(({ columnId }) => columnId === 'activeMembers')?.description).toMatch(
    /This account counts only members with a paid club order in the last six months$/,
  )
  expect(await report(other)).toMatchObject({ rows: before.rows, definitionVersion: before.definitionVersion })
})

/** The measure that illustrates a definition, in a report over last month. */
const reportedLastMonth = async (id: string) => {
  const { reportType, columnId, rangeColumn } = DEFINITIONS.find((one) => one.id === id)?.shownBy ?? {}
  const definition = {
    reportType,
    columns: [{ columnId }],
    relativeDateFilter: { relativeRange: 'LastMonth', columnName: rangeColumn },
  }
  return (await t.call('POST', '/reports/query', { token: owner.token, body: { definition } })).json().totals[0]
}

test('reports match the value of last month shown for the chosen option; other definitions stay unchanged', async () => {
  await choose(owner, standard)
  const before = await report(owner)
  for (const { id, ways } of await choices(owner)) {
    for (const { value, lastMonth } of ways) {
      await choose(owner, { [id]: value })
      expect([id, value, await reportedLastMonth(id)]).toEqual([id, value, lastMonth])
    }
    await choose(owner, { [id]: standard[id] ?? '' })
  }
  await choose(owner, { netSales: 'withTax' })
  await choose(owner, { averageOrder: 'withoutClub' })
  expect((await choices(owner)).filter(({ id, chosen }) => chosen !== standard[id]).map(({ id }) => id)).toEqual([
    'netSales',
    'averageOrder',
  ])
  await choose(owner, standard)
  expect(await report(owner)).toEqual(before)
})
