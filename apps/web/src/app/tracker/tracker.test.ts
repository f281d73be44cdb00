import { beforeEach, expect, test } from 'vitest'
import { trackedCall, trackedReport } from './tracked-calls.ts'
import { createTracker, isDoNotTrack, type TrackedUser, type Tracker } from './tracker.ts'

const SETTINGS = { url: 'https://tracker.example/collect', token: 't0ken' }
const USER: TrackedUser = { userId: 'u', accountId: 7, accountType: 'Reserve', roles: ['User'] }
const YEAR_SECONDS = 365 * 86_400

let flags: Map<string, string>
let jar: { cookie: string; written: string[] }
let posted: { url: string; body: Record<string, unknown> }[]
let tracker: Tracker

/** Behaves like `document.cookie`: writes include attributes, reads return names and values. */
const cookieJar = () => {
  const values = new Map<string, string>()
  const written: string[] = []
  return {
    written,
    get cookie() {
      return [...values].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      written.push(text)
      const [name = '', value = ''] = text.split(';')[0]?.split('=') ?? []
      if (text.includes('max-age=0')) values.delete(name)
      else values.set(name, value)
    },
  }
}

beforeEach(() => {
  flags = new Map()
  jar = cookieJar()
  posted = []
  tracker = createTracker({
    storage: {
      get length() {
        return flags.size
      },
      key: (index) => [...flags.keys()][index] ?? null,
      getItem: (name) => flags.get(name) ?? null,
    },
    cookies: jar,
    isSecure: true,
    post: (url, body) => posted.push({ url, body: JSON.parse(body) }),
    newId: () => '0b8f7f5e-0000-4000-8000-000000000001',
    now: () => Date.UTC(2026, 0, 2),
  })
})

test('posts pages, events and users with token, visitor and time, and no personal data', () => {
  tracker.configure(SETTINGS)
  tracker.page('/dashboard/$slug', 'Dashboard')
  tracker.event('report opened', { report: 'orders/list' })
  tracker.identify(USER)
  const all = { token: 't0ken', visitorId: '0b8f7f5e-0000-4000-8000-000000000001', at: '2026-01-02T00:00:00.000Z' }
  expect(posted).toEqual(
    [
      { ...all, type: 'page', path: '/dashboard/$slug', title: 'Dashboard' },
      { ...all, type: 'event', name: 'report opened', properties: { report: 'orders/list' } },
      { ...all, type: 'identify', ...USER },
    ].map((body) => ({ url: SETTINGS.url, body })),
  )
})

test('keeps the visitor id for 365 days from the last visit', () => {
  tracker.configure(SETTINGS)
  tracker.page('/', 'Dashboard')
  tracker.page('/profile', 'Profile')
  expect(jar.written).toHaveLength(2)
  for (const cookie of jar.written) expect(cookie).toContain(`max-age=${YEAR_SECONDS}; path=/; samesite=lax; secure`)
  expect(new Set(posted.map(({ body }) => body.visitorId)).size).toBe(1)
})

test('queues events until the settings are loaded, then sends them in order or drops them', () => {
  tracker.page('/', 'Dashboard')
  tracker.event('signed in')
  expect(posted).toEqual([])
  tracker.configure(SETTINGS)
  expect(posted.map(({ body }) => body.type)).toEqual(['page', 'event'])
  posted = []
  tracker.configure(null)
  tracker.page('/profile', 'Profile')
  expect(posted).toEqual([])
})

test('sets no cookie without a tracker', () => {
  tracker.configure(null)
  tracker.page('/', 'Dashboard')
  expect(jar.written).toEqual([])
})

test('posts nothing and deletes the visitor cookie while do-not-track is set', () => {
  tracker.configure(SETTINGS)
  tracker.page('/', 'Dashboard')
  flags.set('doNotTrack', '1')
  tracker.page('/profile', 'Profile')
  tracker.event('signed in')
  tracker.identify(USER)
  expect([posted.length, jar.cookie]).toEqual([1, ''])
  flags.clear()
  tracker.page('/', 'Dashboard')
  expect(posted).toHaveLength(2)
})

test('identifies a user once, until the user or their account changes', () => {
  tracker.configure(SETTINGS)
  tracker.identify(USER)
  tracker.identify({ ...USER })
  tracker.identify({ ...USER, accountType: 'Estate' })
  tracker.identify(null)
  tracker.identify(USER)
  expect(posted.map(({ body }) => body.accountType)).toEqual(['Reserve', 'Estate', 'Reserve'])
})

const storageOf = (entries: Readonly<Record<string, string>>) => ({
  length: Object.keys(entries).length,
  key: (index: number) => Object.keys(entries)[index] ?? null,
  getItem: (name: string) => entries[name] ?? null,
})

test.each([
  [{}, false],
  [{ theme: '1' }, false],
  [{ doNotTrack: '1' }, true],
  [{ doNotTrack: 'true' }, true],
  [{ theme: 'dark', 'do-not-track': 'yes' }, true],
  [{ DO_NOT_TRACK: '1' }, true],
  [{ doNotTrack: '0' }, false],
  [{ doNotTrack: 'False' }, false],
  [{ doNotTrack: '' }, false],
])('with %j in local storage do-not-track is %s', (entries, expected) => {
  expect(isDoNotTrack(storageOf(entries))).toBe(expected)
})

test.each([
  ['POST', '/token', 'signed in'],
  ['PUT', '/dashboards/default', 'dashboard saved'],
  ['PUT', '/dashboards/default/name', null],
  ['POST', '/dashboards/data', null],
  ['GET', '/dashboards', null],
  ['POST', '/reports/export', 'report exported'],
  ['POST', '/reports/query', null],
  ['POST', '/service', 'service added'],
  ['POST', '/service/7/sync', null],
  ['POST', '/service/7/upload', 'file imported'],
])('%s %s is tracked as %j', (method, path, event) => expect(trackedCall(method, path)).toBe(event))

test.each([
  ['/reports/orders/by-brand', 'orders/by-brand'],
  ['/reports/my/$id', 'my/$id'],
  ['/reports/my/$id/edit', null],
  ['/reports/my-reports', null],
  ['/dashboard/$slug', null],
])('the page %s shows the report %j', (path, report) => expect(trackedReport(path)).toBe(report))
