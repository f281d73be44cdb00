import { beforeAll, describe, expect, test } from 'vitest'
import type { CalendarNote, CalendarNoteInput } from '#contract/calendar.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { holidayNotes, releaseNotes } from './known-notes.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
let owner: Member

beforeAll(async () => {
  owner = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
})

const note = (change: Partial<CalendarNoteInput> = {}): CalendarNoteInput => ({
  title: 'Road closed',
  from: '2026-03-10',
  until: '2026-03-12',
  kind: 'closure',
  text: 'Highway 29',
  ...change,
})

const create = (body: CalendarNoteInput, token = owner.token) => t.call('POST', '/calendar/notes', { token, body })
const list = async (from: string, until: string, token = owner.token): Promise<CalendarNote[]> =>
  (await t.call('GET', `/calendar/notes?from=${from}&until=${until}`, { token })).json()
const titles = (notes: readonly CalendarNote[]) => notes.map(({ title }) => title)

describe('the endpoints', () => {
  test('adds, changes, deletes and restores a note that everyone in the account sees', async () => {
    const made = (await create(note())).json()
    expect(made).toMatchObject({ ...note(), source: 'manual' })
    const path = `/calendar/notes/${made.id}`
    const { token } = owner
    const changed = await t.call('PUT', path, { token, body: note({ title: 'Bridge closed' }) })
    expect(changed.json().title).toBe('Bridge closed')
    expect(titles(await list('2026-03-11', '2026-03-12'))).toEqual(['Bridge closed'])
    expect((await t.call('DELETE', path, { token })).statusCode).toBe(204)
    expect(await list('2026-03-11', '2026-03-12')).toEqual([])
    expect((await t.call('POST', `${path}/restore`, { token })).json().title).toBe('Bridge closed')
    expect(titles(await list('2026-03-11', '2026-03-12'))).toEqual(['Bridge closed'])
  })

  test.each([
    ['the day before it', '2026-08-09', '2026-08-10', 0],
    ['its first day', '2026-08-10', '2026-08-11', 1],
    ['its last day', '2026-08-11', '2026-08-12', 1],
    ['the day after it', '2026-08-12', '2026-08-13', 0],
  ])('a note of two days overlaps %s: %s to %s', async (_day, from, until, expected) => {
    await create(note({ title: 'Harvest', from: '2026-08-10', until: '2026-08-12' }))
    const found = (await list(from, until)).filter(({ title }) => title === 'Harvest')
    expect(found.length > 0).toBe(expected === 1)
  })

  test.each<[field: string, change: Partial<CalendarNoteInput> | { kind: string }]>([
    ['title', { title: ' ' }],
    ['from', { from: '2026-02-30' }],
    ['until', { until: '2026-03-10' }],
    ['until', { until: '2028-03-10' }],
    ['kind', { kind: 'party' }],
  ])('names %s when it is invalid', async (field, change) => {
    const response = await t.call('POST', '/calendar/notes', { token: owner.token, body: { ...note(), ...change } })
    expect([response.statusCode, response.json().errors[0].field]).toEqual([400, field])
  })

  test('another account does not see a note and cannot change it', async () => {
    const { id } = (await create(note({ from: '2026-01-05', until: '2026-01-06' }))).json()
    const other = await t.register()
    expect(titles(await list('2026-01-05', '2026-01-06', other.token))).toEqual([])
    const change = await t.call('PUT', `/calendar/notes/${id}`, { token: other.token, body: note() })
    expect([change.statusCode, change.json().errors[0].code]).toEqual([404, 'calendar.note_not_found'])
  })

  test('a user without the right to share reads notes and writes none', async () => {
    const member = await t.register()
    await t.setUser(member, { roles: ['User'] })
    expect((await t.call('GET', '/calendar/notes?from=2026-01-01&until=2026-02-01', member)).statusCode).toBe(200)
    expect((await create(note(), member.token)).statusCode).toBe(403)
  })

  test('holidays of an American account are among its notes', async () => {
    expect(await list('2026-11-20', '2026-12-01')).toMatchObject([
      { title: 'Thanksgiving week', from: '2026-11-23', until: '2026-11-30', kind: 'holiday', source: 'holiday' },
    ])
  })
})

test('a holiday that began before the days is listed, and no holiday of other countries', () => {
  const days = { from: '2026-12-26', until: '2027-01-05' }
  expect(titles(holidayNotes(days, 'US'))).toEqual(['Christmas week'])
  expect(holidayNotes(days, 'FR')).toEqual([])
})

test('a release that several clubs share is one note', () => {
  const release = { name: 'Spring', day: '2026-03-10', processed: 5 }
  const notes = releaseNotes({ from: '2026-03-01', until: '2026-04-01' }, [
    { ...release, clubName: 'Reserve' },
    { ...release, clubName: 'Estate' },
    { ...release, day: '2026-04-01', clubName: 'Estate' },
  ])
  expect(notes).toMatchObject([{ title: 'Spring', from: '2026-03-10', until: '2026-03-11', text: 'Estate, Reserve' }])
})
