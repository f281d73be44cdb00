import { beforeAll, expect, test } from 'vitest'
import { ReportResult } from '#contract/reports.ts'
import { SubjectPage } from '#contract/subjects.ts'
import type { AccountType } from '#domain/plan.ts'
import { REPORT_ROLES, ROLES } from '#domain/role.ts'
import { SUBJECT_KINDS, type SubjectKind } from '#domain/subject-pages.ts'
import { SUBJECTS } from '#reports/subjects/registry.ts'
import { registerWinery } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { customerRow, lineRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const calendar = { timeZone: 'America/Los_Angeles' }
let owner: Member

const sql = (text: string) => t.rows(owner.accountId, text)

/** Customers `7`, `8` … of a service, with an order each of 10, 20 … */
const loadNamesakes = async ({ accountId }: Member, serviceId: string, names: readonly string[]) => {
  const each = names.map((name, at) => ({ id: String(7 + at), name, amount: 1000 * (at + 1) }))
  await t.load(
    accountId,
    {
      customers: each.map(({ id, name }) => customerRow({ source_id: id, name })),
      orders: each.map(({ id, name, amount }) =>
        orderRow({ source_id: `n${id}`, customer_source_id: id, customer_name: name, subtotal: amount, total: amount }),
      ),
      order_lines: each.map(({ id, amount }) => lineRow({ order_source_id: `n${id}`, amount })),
    },
    { serviceId },
  )
}

beforeAll(async () => {
  owner = await registerWinery(t, { seed: 3, orders: 600 })
})

const get = ({ id = '', ...query }: Record<string, string>, { token } = owner) =>
  t.call('GET', `/subjects/${encodeURIComponent(id)}?${new URLSearchParams(query)}`, { token })

const pageOf = async (query: Record<string, string>, reader = owner): Promise<SubjectPage> => {
  const response = await get(query, reader)
  expect(response.body).not.toContain('"errors"')
  return SubjectPage.parse(response.json())
}

const valuesOf = ({ columns, row }: SubjectPage) =>
  Object.fromEntries(columns.map(({ columnId }, index) => [columnId, row[index] ?? null]))

/** The numbers of a page over the days from 2025-06-18, by columnId. */
const numbersOf = async (page: SubjectPage, { token } = owner): Promise<Record<string, unknown>> => {
  const { numbers } = SUBJECTS[page.kind].sections({ ...page, name: page.name ?? '', values: valuesOf(page) })
  const each = await Promise.all(
    numbers.map(async ({ definition, days }) => {
      const range = days === null ? {} : (days ?? { from: '2025-06-18', until: '2026-06-18' })
      const response = await t.call('POST', '/reports/query', { token, body: { definition, ...range } })
      const { columns, totals } = ReportResult.parse(response.json())
      return columns.map(({ columnId }, index) => [columnId, totals[index]] as const)
    }),
  )
  return Object.fromEntries(each.flat())
}

const DAYS = (column: string) =>
  `${column} >= TIMESTAMP '2025-06-18 00:00:00' AND ${column} < TIMESTAMP '2026-06-18 00:00:00'`
const COUNTED = `o.payment_status = 'paid' AND NOT o.is_refund AND o.net_sales > 0`
const ORDERS = `SELECT sum(CASE WHEN o.payment_status = 'paid' THEN o.net_sales END) / 100.0,
  count(CASE WHEN ${COUNTED} THEN 1 END) FROM orders o WHERE ${DAYS('o.ordered_local')}`

/** The key of a subject with many records, its name, and numbers of its page in hand-written SQL. */
const CASES: Readonly<
  Record<SubjectKind, { key: string; name: string; numbers: (id: string) => string; columns: string[] }>
> = {
  customer: {
    key: `SELECT customer_source_id FROM orders WHERE customer_source_id IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    name: `SELECT name FROM customers WHERE source_id = $id`,
    numbers: (id) => `${ORDERS} AND o.customer_source_id = '${id}'`,
    columns: ['netSales', 'orderCount'],
  },
  product: {
    key: `SELECT product_source_id FROM order_lines WHERE product_source_id IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    name: `SELECT title FROM products WHERE source_id = $id`,
    numbers: (id) => `SELECT sum(CASE WHEN l.is_paid THEN l.quantity ELSE 0 END)::DOUBLE,
      count(DISTINCT CASE WHEN l.is_counted THEN l.order_source_id END) FROM order_lines l
      WHERE l.product_source_id = '${id}' AND ${DAYS('l.ordered_local')}`,
    columns: ['unitsSold', 'orderCount'],
  },
  club: {
    key: `SELECT club_name FROM memberships GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    name: `SELECT $id`,
    numbers: (id) => `SELECT count(CASE WHEN ${DAYS('signup_local')} THEN 1 END),
      count(CASE WHEN ${DAYS('cancelled_local')} THEN 1 END) FROM memberships WHERE club_name = '${id}'`,
    columns: ['signups', 'cancellations'],
  },
  release: {
    key: `SELECT release_source_id FROM orders WHERE release_source_id IS NOT NULL GROUP BY 1 ORDER BY max(ordered_local) DESC, 1 LIMIT 1`,
    name: `SELECT name FROM club_releases WHERE source_id = $id`,
    numbers: (id) => `SELECT (SELECT count(*) FROM release_members WHERE release_source_id = '${id}'),
      (SELECT count(*) FROM orders o WHERE release_source_id = '${id}' AND ${COUNTED})`,
    columns: ['membersEligible', 'orderCount'],
  },
  teamMember: {
    key: `SELECT team_member FROM orders WHERE team_member IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    name: `SELECT $id`,
    numbers: (id) => `${ORDERS} AND o.team_member = '${id}'`,
    columns: ['netSales', 'orderCount'],
  },
}

test.each(SUBJECT_KINDS)('the page of a %s has its name, and numbers equal to SQL', async (kind) => {
  const { key, name, numbers, columns } = CASES[kind]
  const id = String((await sql(key))[0]?.[0])
  const page = await pageOf({ kind, id })
  expect([[page.id], [page.name]]).toEqual([[id], ...(await sql(name.replace('$id', `'${id}'`)))])
  const found = await numbersOf(page)
  expect([columns.map((columnId) => found[columnId])]).toEqual(await sql(numbers(id)))
})

test.each(SUBJECT_KINDS)('every list, event and chart of the page of a %s has records', async (kind) => {
  const id = String((await sql(CASES[kind].key))[0]?.[0])
  const page = await pageOf({ kind, id })
  const sections = SUBJECTS[kind].sections({ ...page, name: page.name ?? '', values: valuesOf(page) })
  const lists = [...sections.lists, ...sections.timeline, ...(sections.trend ? [sections.trend] : [])]
  const answers = await Promise.all(
    lists.map(({ definition }) => t.call('POST', '/reports/query', { token: owner.token, body: { definition } })),
  )
  for (const answer of answers) expect(answer.body).not.toContain('"errors"')
  expect(answers.map((answer) => ReportResult.parse(answer.json()).rowCount > 0)).toContain(true)
})

test('a product is found by its SKU too, and what does not exist is not found', async () => {
  const [[id, sku] = []] = await sql(`SELECT source_id, sku FROM products WHERE sku IS NOT NULL ORDER BY 1 LIMIT 1`)
  expect((await pageOf({ kind: 'product', id: String(sku), by: 'sku' })).id).toBe(id)
  for (const kind of SUBJECT_KINDS)
    expect((await get({ kind, id: "no'body/a%2F" })).json().errors[0].code).toBe('subject.not_found')
})

test('pages are open to the roles and plans of their lists', async () => {
  const ids = await Promise.all(SUBJECT_KINDS.map(async (kind) => String((await sql(CASES[kind].key))[0]?.[0])))
  const statuses = async () =>
    Promise.all(SUBJECT_KINDS.map(async (kind, at) => (await get({ kind, id: ids[at] ?? '' })).statusCode))
  for (const role of ROLES) {
    await t.setUser(owner, { roles: [role] })
    expect([role, await statuses()]).toEqual([role, Array(5).fill(REPORT_ROLES.includes(role) ? 200 : 404)])
  }
  await t.setUser(owner, { roles: ['AccountOwner'] })
  const plans: [AccountType, number[]][] = [
    ['Micro', [200, 200, 200, 402, 402]],
    ['Boutique', [200, 200, 200, 200, 402]],
    ['Estate', [200, 200, 200, 200, 200]],
  ]
  for (const [plan, expected] of plans) {
    await t.setAccount(owner, { account_type: plan })
    expect([plan, await statuses()]).toEqual([plan, expected])
  }
  await t.setAccount(owner, { account_type: 'Reserve' })
})

test('customers of one name, or of one ID in two services, are people of their own', async () => {
  const reader = await t.register({ ...calendar, currency: 'USD' })
  const { accountId } = reader
  const now = new Date(t.clock.now())
  const services = ['first', 'second'].map((name) => ({ id: `${accountId}-${name}`, name }))
  await t.deps.db
    .insertInto('services')
    .values(
      services.map(({ id, name }) => ({
        id,
        account_id: accountId,
        type: 'csv',
        name,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
  const [first = '', second = ''] = services.map(({ id }) => id)
  await loadNamesakes(reader, first, ['Leif Ito', 'Leif Ito'])
  await loadNamesakes(reader, second, ['Ana Prieto'])
  const leif = await pageOf({ kind: 'customer', id: '7' }, reader)
  expect(leif).toMatchObject({ name: 'Leif Ito', serviceId: first, others: [{ name: 'Ana Prieto' }] })
  const ana = await pageOf({ kind: 'customer', id: '7', serviceId: second }, reader)
  expect(ana).toMatchObject({ name: 'Ana Prieto', others: [{ name: 'Leif Ito', serviceName: 'first' }] })
  const namesake = await pageOf({ kind: 'customer', id: '8' }, reader)
  expect(namesake).toMatchObject({ name: 'Leif Ito', serviceId: null, others: [] })
  const sales = await Promise.all([leif, ana, namesake].map(async (page) => (await numbersOf(page, reader)).netSales))
  expect(sales).toEqual([10, 10, 20])
})

test('a report by customer name has a row for each of two customers of one name, also in a top N and its proofs', async () => {
  const reader = await t.register({ ...calendar, currency: 'USD' })
  await loadNamesakes(reader, 's', ['Leif Ito', 'Leif Ito', 'Ana Prieto'])
  const definition = {
    reportType: 'Orders',
    columns: [{ columnId: 'customerName' }, { columnId: 'netSales' }],
    groupColumns: ['customerName'],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
  }
  const run = async (body: object, call = 'query') => {
    const response = await t.call('POST', `/reports/${call}`, { token: reader.token, body })
    expect(response.body).not.toContain('"errors"')
    return response.json()
  }
  const { columns, rows, rowCount } = ReportResult.parse(await run({ definition }))
  expect(rows).toEqual([
    ['Ana Prieto', 30, '9'],
    ['Leif Ito', 20, '8'],
    ['Leif Ito', 10, '7'],
  ])
  expect([rowCount, columns.map(({ keyOf }) => keyOf)]).toEqual([3, [undefined, undefined, 'customerName']])
  const limited = { ...definition, groupLimits: [{ columnId: 'customerName', top: 2, by: { columnId: 'netSales' } }] }
  expect(ReportResult.parse(await run({ definition: limited })).rows).toEqual([
    ['Ana Prieto', 30, '9'],
    ['Leif Ito', 20, '8'],
    ['All others', 10, 'All others'],
  ])
  const cells: [object, object, number][] = [
    [definition, { customerName: 'Leif Ito', customerId: '7' }, 10],
    [definition, { customerId: '8' }, 20],
    [definition, { customerName: 'Leif Ito' }, 30],
    [limited, { customerName: 'All others', customerId: 'All others' }, 10],
    [limited, { customerName: 'Leif Ito', customerId: '8' }, 20],
  ]
  for (const [of, row, value] of cells) {
    const { value: found, proof } = await run({ definition: of, cell: { row, measure: 'netSales' } }, 'explain')
    expect([row, found, proof.matches]).toEqual([row, value, true])
  }
})

test.each([
  ['down', 'channel'],
  ['across', 'customerName'],
])('a pivot has a position for each of two customers of one name: %s', async (axis, across) => {
  const reader = await t.register({ ...calendar, currency: 'USD' })
  await loadNamesakes(reader, 's', ['Leif Ito', 'Leif Ito', 'Ana Prieto'])
  const definition = {
    reportType: 'Orders',
    columns: [{ columnId: 'customerName' }, { columnId: 'channel' }, { columnId: 'netSales' }],
    groupColumns: ['customerName', 'channel'],
    pivot: { columns: [across] },
  }
  const ask = async (call: string, body: object) =>
    (await t.call('POST', `/reports/${call}`, { token: reader.token, body })).json()
  const { pivot } = ReportResult.parse(await ask('query', { definition }))
  const people = [['Ana Prieto', '9'], ['Leif Ito', '7'], ['Leif Ito', '8'], []]
  const totals = [30, 10, 20, 60]
  if (axis === 'down') {
    expect(pivot?.rows.map(({ values }) => values)).toEqual(people)
    expect(pivot?.rows.map(({ cells }) => cells.at(-1))).toEqual(totals)
    expect(pivot?.rowColumns.map(({ keyOf }) => keyOf)).toEqual([undefined, 'customerName'])
  } else {
    expect(pivot?.columns).toEqual(people)
    expect(pivot?.rows.at(-1)?.cells).toEqual(totals)
    expect(pivot?.columnColumns.map(({ keyOf }) => keyOf)).toEqual([undefined, 'customerName'])
  }
  for (const [row, value] of [
    [{ customerName: 'Leif Ito', customerId: '8' }, 20],
    [{ customerName: 'Leif Ito' }, 30],
  ])
    expect(await ask('explain', { definition, cell: { row, measure: 'netSales' } })).toMatchObject({
      value,
      proof: { matches: true },
    })
  const csv = await t.call('POST', '/reports/export', { token: reader.token, body: { definition, format: 'csv' } })
  expect(csv.body).not.toContain('Customer ID')
})
