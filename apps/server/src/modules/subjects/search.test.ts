import { beforeAll, expect, test } from 'vitest'
import { SearchResult } from '#contract/subjects.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { customerRow, membershipRow, orderRow, productRow } from '#warehouse/duckdb/sample-rows.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const calendar = { timeZone: 'America/Los_Angeles' }
let owner: Member
let stranger: Member

beforeAll(async () => {
  owner = await t.register({ ...calendar, currency: 'USD' })
  stranger = await t.register({ ...calendar, currency: 'USD' })
  const { accountId } = owner
  await t.load(accountId, {
    customers: [
      customerRow({ source_id: 'c1', name: 'José García', email: 'jose@example.com' }),
      customerRow({ source_id: 'c2', name: 'Leif Ito', email: 'leif@fjord.example' }),
      customerRow({ source_id: 'c3', name: 'Leif Ito', email: 'other@example.com' }),
      customerRow({ source_id: 'c4', name: 'Mary Smith-Jones', email: null }),
      customerRow({ source_id: 'c5', name: null, email: 'nameless@example.com' }),
    ],
    products: [
      productRow({ source_id: 'p1', title: 'Pinot Noir Réserve', sku: 'PN-19' }),
      productRow({ source_id: 'p2', title: 'Chardonnay', sku: 'CH-20' }),
      productRow({ source_id: 'p3', title: '2021 Syrah', sku: 'SY-21', vintage: '2021' }),
      productRow({ source_id: 'p4', title: '2023 Syrah', sku: 'SY-23', vintage: '2023' }),
      productRow({ source_id: 'p5', title: 'Syrah Port', sku: null, vintage: null }),
    ],
    orders: [
      orderRow({ source_id: 'o/1', order_number: 'W1001', customer_name: 'Leif Ito', team_member: 'Kim Park' }),
      orderRow({ source_id: 'o2', order_number: '#1002', team_member: 'Kim Park' }),
    ],
    memberships: [
      membershipRow({ source_id: 'm1', club_name: 'Cellar Club' }),
      membershipRow({ source_id: 'm2', club_name: 'Cellar Club' }),
    ],
  })
})

const search = async (q: string, token = owner.token) => {
  const response = await t.call('GET', `/search?${new URLSearchParams({ q })}`, { token })
  const { groups } = SearchResult.parse(response.json())
  return groups.flatMap(({ kind, items }) => items.map(({ name, address }) => `${kind} ${name} ${address}`))
}

test.each([
  ['jose', ['customer José García /customers/c1']],
  ['GARCIA jos', ['customer José García /customers/c1']],
  ['leif', ['customer Leif Ito /customers/c2', 'customer Leif Ito /customers/c3']],
  ['leif@', ['customer Leif Ito /customers/c2']],
  ['jones', ['customer Mary Smith-Jones /customers/c4']],
  ['nameless', ['customer nameless@example.com /customers/c5']],
  ['w100', ['order W1001 /reports/orders/order-detail?orderId=o%2F1']],
  ['1002', ['order #1002 /reports/orders/order-detail?orderId=o2']],
  ['reserve', ['product Pinot Noir Réserve /products/p1']],
  ['syrah', ['product Syrah Port /products/p5', 'product 2023 Syrah /products/p4', 'product 2021 Syrah /products/p3']],
  ['ch-2', ['product Chardonnay /products/p2']],
  ['cellar', ['club Cellar Club /clubs/Cellar%20Club']],
  ['park', ['teamMember Kim Park /team-members/Kim%20Park']],
  ['eif', []],
  ["%' OR 1=1 --", []],
  ['--', []],
])('%s', async (text, found) => expect(await search(text)).toEqual(found))

test('needs two characters', async () => {
  const response = await t.call('GET', '/search?q=%20a%20', { token: owner.token })
  expect(response.json().errors).toMatchObject([{ field: 'q', message: 'Type at least 2 characters' }])
})

test('finds nothing of another account, and no kinds that the plan lacks', async () => {
  expect(await search('leif', stranger.token)).toEqual([])
  await t.setAccount(owner, { account_type: 'Micro' })
  expect(await search('park')).toEqual([])
})
