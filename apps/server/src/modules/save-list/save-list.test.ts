import { expect, test } from 'vitest'
import type { SaveList } from '#contract/save-list.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import { unscoped } from '#server/db/database.ts'
import { analyzeAccount } from '#server/modules/insights/analysis/analyze-account.ts'
import { holdoutDraw } from '#server/modules/insights/index.ts'
import { addColleague } from '#server/modules/team/colleague.fixture.ts'
import { registerWinery, SAMPLE_TODAY, SAMPLE_ZONE } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import { entryRow } from './entry.fixture.ts'
import { saveEntries } from './save-list.repo.ts'

const LONG = 120_000
const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const db = unscoped(t.deps.db)
const owner = await registerWinery(t, { seed: 1, orders: 12_000 })
const { accountId } = owner
let { token } = owner

const setHoldout = (percent: number, as = token) =>
  t.call('PUT', '/save-list/holdout', { token: as, body: { percent } })
const read = async (as = token): Promise<SaveList> => (await t.call('GET', '/save-list', { token: as })).json()
const analyze = () => analyzeAccount(t.deps, accountId, AbortSignal.timeout(LONG))
const storedEntries = () => db.selectFrom('save_list_entries').selectAll().where('account_id', '=', accountId).execute()

const before = await read()

test('before the first analysis nothing is listed', () => {
  expect(before).toMatchObject({ unranked: { reason: 'notAnalyzed' }, members: [], result: null })
})

expect((await setHoldout(20)).statusCode).toBe(200)
await analyze()
const list = await read()
const entries = await storedEntries()

test('in the demo the ranking is right for 68 % of the pairs, recency alone for 50 %', () => {
  expect(list.accuracy?.concordance).toBeGreaterThan(0.65)
  expect(list.accuracy?.recencyConcordance).toBeLessThan(0.55)
})

test('lists active members by expected loss, and counts those who are held out', async () => {
  expect(entries).toHaveLength(100)
  expect(list.members.length + list.heldOut).toBe(100)
  expect(list.heldOut).toBeGreaterThan(8)
  expect(list.heldOut).toBeLessThan(35)
  const active = await t.rows(
    accountId,
    `SELECT source_id FROM memberships WHERE status <> 'cancelled' AND signup_local < DATE '${SAMPLE_TODAY}'`,
  )
  const activeIds = new Set(active.map(([id]) => id))
  for (const { membership_id } of entries) expect(activeIds).toContain(membership_id)
  const losses = list.members.map(({ expectedLoss }) => expectedLoss)
  expect(losses).toEqual(losses.toSorted((a, b) => b - a))
  for (const { chance, yearlyValue, expectedLoss, name, address } of list.members) {
    expect(Math.abs(chance * yearlyValue - expectedLoss)).toBeLessThanOrEqual(0.005)
    expect([name === '', address]).toEqual([false, expect.stringContaining('/customers/')])
  }
})

test('says in which month a member skipped or a card was declined', () => {
  const reasons = list.members.flatMap((member) => member.reasons)
  expect(reasons.some((text) => /^skipped or paused in [A-Z][a-z]{2} 20\d\d$/.test(text))).toBe(true)
  expect(reasons.some((text) => /^card declined in [A-Z][a-z]{2} 20\d\d$/.test(text))).toBe(true)
})

test('the yearly value is the net sales of the customer’s paid orders in the 365 days before', async () => {
  const sold = await t.rows(
    accountId,
    `SELECT o.customer_source_id, CAST(SUM(l.amount) AS DOUBLE) FROM orders o
      JOIN order_lines l ON l.service_id = o.service_id AND l.order_source_id = o.source_id
      WHERE o.payment_status = 'paid' AND o.currency = 'USD' AND l.item_kind <> 'gift_card'
        AND o.ordered_local >= DATE '${addDays(SAMPLE_TODAY, -365)}' AND o.ordered_local < DATE '${SAMPLE_TODAY}'
      GROUP BY 1`,
  )
  const byCustomer = new Map(sold.map(([customer, cents]) => [customer, cents]))
  for (const { customer_id, yearly_value } of entries) expect(yearly_value).toBe(byCustomer.get(customer_id))
})

test('a held-out member is nowhere in the answer, and cannot be called', async () => {
  const heldOut = entries.filter(({ is_held_out }) => is_held_out)
  const listed = new Set(list.members.map(({ id }) => id))
  for (const { id } of heldOut) expect(listed.has(id)).toBe(false)
  const answer = await t.call('POST', `/save-list/${heldOut[0]?.id}/steps`, { token, body: { action: 'called' } })
  expect([answer.statusCode, answer.json().errors[0].code]).toEqual([404, 'save_list.not_found'])
})

test('no insight names a member who is held out, or would be', async () => {
  const rows = await db
    .selectFrom('insights')
    .select('facts')
    .where((eb) => eb.and({ account_id: accountId, kind: 'membersAtRisk' }))
    .execute()
  const named = rows.flatMap(({ facts: { insight } }) =>
    insight.kind === 'membersAtRisk' ? insight.members.map(({ membershipId }) => membershipId) : [],
  )
  const stored = new Map(entries.map(({ membership_id, is_held_out }) => [membership_id, is_held_out]))
  const isHeldOut = (id: string) => stored.get(id) ?? holdoutDraw(accountId, id, SAMPLE_TODAY) < 0.2
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter(isHeldOut)).toEqual([])
})

test('assigns, logs and takes back, each visible to colleagues', async () => {
  const [member] = list.members
  const { token: colleague, userId } = await addColleague(t, owner, ['User'])
  expect((await t.call('PUT', `/save-list/${member?.id}/assignee`, { token, body: { userId } })).statusCode).toBe(200)
  const body = { action: 'called', answer: 'undecided', note: 'Call again in July' }
  const logged = await t.call('POST', `/save-list/${member?.id}/steps`, { token: colleague, body })
  expect(logged.statusCode).toBe(201)
  const seen = (await read()).members.find(({ id }) => id === member?.id)
  expect(seen).toMatchObject({ assignee: { userId }, steps: [body] })
  const path = `/save-list/${member?.id}/steps`
  expect((await t.call('DELETE', path, { token })).statusCode).toBe(404)
  expect((await t.call('DELETE', path, { token: colleague })).statusCode).toBe(204)
  expect((await read()).members.find(({ id }) => id === member?.id)?.steps).toEqual([])
  const other = await t.call('PUT', `/save-list/${member?.id}/assignee`, {
    token: colleague,
    body: { userId: owner.userId },
  })
  expect(other.statusCode).toBe(400)
  expect((await setHoldout(0, colleague)).statusCode).toBe(403)
})

test('who calls a member is assigned, who only takes a note is not', async () => {
  const [noted, called] = list.members.slice(-2)
  const log = (id: string | undefined, body: object) => t.call('POST', `/save-list/${id}/steps`, { token, body })
  await log(noted?.id, { action: 'note', note: 'Moved to Oregon' })
  await log(called?.id, { action: 'called', answer: 'undecided' })
  const { members } = await read()
  const assignee = (id: string | undefined) => members.find((one) => one.id === id)?.assignee
  expect([assignee(noted?.id), assignee(called?.id)]).toMatchObject([null, { userId: owner.userId }])
  for (const one of [noted, called]) await t.call('DELETE', `/save-list/${one?.id}/steps`, { token })
})

test('rejects a note without words and an unknown holdout', async () => {
  const path = `/save-list/${list.members[0]?.id}/steps`
  const empty = await t.call('POST', path, { token, body: { action: 'note' } })
  expect([empty.statusCode, empty.json().errors[0].field]).toEqual([400, 'note'])
  expect((await setHoldout(15)).statusCode).toBe(400)
})

test('another account neither sees nor changes the list', async () => {
  const other = await t.register()
  expect(await read(other.token)).toMatchObject({ members: [], heldOut: 0, accuracy: null })
  const path = `/save-list/${list.members[0]?.id}`
  const calls = [
    t.call('PUT', `${path}/assignee`, { token: other.token, body: { userId: null } }),
    t.call('POST', `${path}/steps`, { token: other.token, body: { action: 'called' } }),
  ]
  for (const call of calls) expect((await call).statusCode).toBe(404)
})

test('a later analysis keeps entries and draws, and the result compares those whose time has ended', async () => {
  const past = [false, true].flatMap((is_held_out) =>
    Array.from({ length: 40 }, (_, at) =>
      entryRow({
        id: `past ${is_held_out} ${at}`,
        account_id: accountId,
        membership_id: entries[at]?.membership_id ?? '',
        customer_id: entries[at]?.customer_id ?? '',
        entered_on: '2026-03-01',
        ends_on: '2026-06-01',
        is_held_out,
        canceled_on: is_held_out && at < 20 ? '2026-04-01' : null,
      }),
    ),
  )
  await saveEntries(t.deps.db, past)
  const { result } = await read()
  expect(result).toMatchObject({
    percent: 20,
    listed: { hits: 40, of: 40 },
    heldOut: { hits: 20, of: 40 },
    verdict: 'known',
  })
  // Half of 40 members of $1,000 a year.
  expect(result?.moneySaved?.value).toBe(20_000)
  t.clock.advance(86_400_000)
  token = (await t.signIn(owner.email, owner.password)).access_token
  await analyze()
  const later = new Map((await storedEntries()).map((entry) => [entry.id, entry]))
  for (const { id, is_held_out, entered_on, entry_value } of entries)
    expect(later.get(id)).toMatchObject({ is_held_out, entered_on, entry_value })
  // These members have not canceled on record.
  expect(
    [...later.values()].filter(({ ends_on, canceled_on }) => ends_on === '2026-06-01' && canceled_on !== null),
  ).toEqual([])
})

test('a customer who is removed from the records leaves the list with what was logged', async () => {
  const [member] = (await read()).members
  const entry = (await storedEntries()).find(({ id }) => id === member?.id)
  await t.call('POST', `/save-list/${member?.id}/steps`, { token, body: { action: 'called' } })
  const calendar = { timeZone: SAMPLE_ZONE }
  const load = await t.deps.warehouse.beginLoad({
    accountId,
    serviceId: 'sample',
    batchId: 'erased',
    calendar,
    mode: 'merge',
  })
  await load.remove('customers', [entry?.customer_id ?? ''])
  await load.commit()
  expect((await read()).members.map(({ id }) => id)).not.toContain(member?.id)
  await analyze()
  expect((await storedEntries()).map(({ customer_id }) => customer_id)).not.toContain(entry?.customer_id)
  const steps = await db.selectFrom('save_list_steps').select('id').where('account_id', '=', accountId).execute()
  expect(steps).toEqual([])
})
