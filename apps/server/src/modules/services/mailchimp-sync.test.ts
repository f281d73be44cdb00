import { afterAll, expect, test } from 'vitest'
import { startFakeMailchimp } from '#connectors/mailchimp/fake-mailchimp.fixture.ts'
import type { CalendarNote } from '#contract/calendar.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { testApp, testClock } from '#testkit/test-app.ts'
import { platformCalls } from './platform-sync.fixture.ts'

const MINUTE_MS = 60_000
const ZONE = 'America/Los_Angeles'

const clock = testClock()
const fake = await startFakeMailchimp({ campaigns: 120, now: () => clock.now() })
afterAll(() => fake.server.close())

const t = await testApp({
  clock,
  env: {
    RATE_LIMITS: 'off',
    CONNECTOR_ALLOW_PRIVATE: '1',
    TIME_SCALE: '5000',
    MAILCHIMP_URL: `${fake.server.url}${fake.basePath}`,
  },
})
const { connect, sync, expectRows } = platformCalls(t)
const member = await t.register({ timeZone: ZONE, currency: 'USD' })
const { id } = await connect(member, 'mailchimp', fake)

const yearOf = (ms: number): number => new Date(ms).getUTCFullYear()
const first = `${yearOf(clock.now()) - 1}-01-01`
const last = `${yearOf(clock.now()) + 2}-01-01`

const notes = async (token = member.token): Promise<CalendarNote[]> => {
  const listed: CalendarNote[] = (await t.call('GET', `/calendar/notes?from=${first}&until=${last}`, { token })).json()
  return listed.filter(({ source }) => source === 'campaign')
}

/** Title and day of every campaign that was sent or is scheduled, by the seeds alone. */
const expectedNotes = (): string[] =>
  fake
    .expected()
    .flatMap(({ table, row }) => (table === 'campaigns' ? [`${localDayOf(Number(row.sent), ZONE)} ${row.name}`] : []))
    .toSorted()

const shown = (listed: readonly CalendarNote[]): string[] =>
  listed.map(({ from, title }) => `${from} ${title}`).toSorted()

test('Mailchimp: campaigns become notes of the account on the local day that they were sent', async () => {
  expect(await sync(member, id)).toMatchObject({ status: 'succeeded', errors: [], counts: { rejected: 0 } })
  await expectRows(member, id, fake.expected())
  expect(shown(await notes())).toEqual(expectedNotes())
  const [note] = (await notes()).filter(({ title }) => title === 'Campaign 1')
  expect(note).toMatchObject({
    kind: 'campaign',
    text: 'Subject of Campaign 1 · 37 emails to Wine Club · From My mailchimp',
  })
  expect(await notes((await t.register()).token)).toEqual([])
})

test('Mailchimp: renamed, rescheduled and deleted campaigns change their notes, and the same again changes nothing', async () => {
  clock.advance(10 * MINUTE_MS)
  fake.change()
  await sync(member, id)
  expect(shown(await notes())).toEqual(expectedNotes())
  const { dataVersion } = await t.deps.warehouse.status(member.accountId)
  await sync(member, id)
  expect(shown(await notes())).toEqual(expectedNotes())
  expect((await t.deps.warehouse.status(member.accountId)).dataVersion).toBe(dataVersion)
})

test('Mailchimp: a note of a campaign cannot be changed or deleted by hand', async () => {
  const [note] = await notes()
  const { token } = member
  const path = `/calendar/notes/${note?.id}`
  const body = { title: 'Mine', from: '2026-01-01', until: '2026-01-02', kind: 'campaign', text: null }
  expect((await t.call('PUT', path, { token, body })).statusCode).toBeGreaterThanOrEqual(400)
  expect((await t.call('DELETE', path, { token })).statusCode).toBeGreaterThanOrEqual(400)
  expect(shown(await notes())).toEqual(expectedNotes())
})

test('Mailchimp: the connection test names the account and shows one campaign', async () => {
  const body = { type: 'mailchimp', settings: { ...fake.settings, ...fake.secrets } }
  const answer = (await t.call('POST', '/service/test', { token: member.token, body })).json()
  expect(answer).toMatchObject({ ok: true })
  expect(JSON.stringify(answer)).toMatch(/Sent campaigns.*such as /)
})

test('Mailchimp: notes go with their service', async () => {
  await t.call('DELETE', `/service/${id}`, { token: member.token })
  await expect.poll(() => notes()).toEqual([])
})
