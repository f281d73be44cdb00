import { beforeAll, expect, test } from 'vitest'
import type { Insight } from '#insights/registry.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { customerRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { namesFor, personKey } from './names.ts'
import { plantedSession } from './planted-facts.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const calendar = { timeZone: 'America/Los_Angeles' }

/** Name and email of each customer, and what an insight calls them. */
const PEOPLE = [
  ['c1', 'Ada Stone', 'ada@example.com', 'Ada Stone'],
  ['c2', null, 'bo@example.com', 'bo@example.com'],
  ['c3', '  ', null, 'Customer c3'],
  ['c4', 'None', 'cy@example.com', 'cy@example.com'],
  ['c5', 'N/A', '', 'Customer c5'],
] as const

let owner: Member
beforeAll(async () => {
  owner = await t.register({ ...calendar, currency: 'USD' })
  const { accountId } = owner
  await t.load(accountId, {
    customers: PEOPLE.map(([source_id, name, email]) => customerRow({ source_id, name, email })),
  })
})

test('customers are named by name, else by email, else by number, never by what stands for no name', async () => {
  const customers = [...PEOPLE.map(([customerId]) => customerId), 'removed'].map((customerId) => ({
    customerId,
    lastOrder: '2026-01-01',
    daysSince: 90,
    usualDays: 30,
    returnedByNow: 0.95,
    spent: 100,
  }))
  const insight: Insight = {
    kind: 'lapsingCustomers',
    key: 'k',
    subject: { kind: 'account' },
    period: { from: '2026-01-01', until: '2026-06-01' },
    figures: [],
    stake: 0,
    confidence: 0.9,
    unusual: null,
    customers,
  }
  const { session } = await plantedSession(t, { accountId: owner.accountId, signal: AbortSignal.timeout(30_000) })
  const names = await namesFor([insight], { session, services: [], customerOf: new Map() })
  const shown = customers.map(({ customerId }) => names[personKey(customerId)])
  expect(shown).toEqual([...PEOPLE.map(([, , , name]) => name), 'Customer removed'])
})
