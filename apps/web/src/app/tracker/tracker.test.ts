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

/** As `document.cookie`: what is written is attributes too, what is read is names and values. */
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
      key: (place) => [...flags.keys()][place] ?? null,
      getItem: (name) => flags.get(name) ?? null,
    },
    cookies: jar,
    isSecure: true,
    post: (url, body) => posted.push({ url, body: JSON.parse(body) }),
    newId: () => '0b8f7f5e-0000-4000-8000-000000000001',
    now: () => Date.UTC(2026, 0, 2),
  })
})

test('pages, events and users are posted with token, visitor and time, and nothing that names a person', () => {
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

test('the visitor is known for 365 days from the last visit', () => {
  tracker.configure(SETTINGS)
  tracker.page('/', 'Dashboard')
  tracker.page('/profile', 'Profile')
  expect(jar.written).toHaveLength(2)
  for (const cookie of jar.written) expect(cookie).toContain(`max-age=${YEAR_SECONDS}; path=/; samesite=lax; secure`)
  expect(new Set(posted.map(({ body }) => body.visitorId)).size).toBe(1)
})

test('what happens before the settings are known is sent in order, and dropped where there is no tracker', () => {
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

test('without a tracker no cookie is set', () => {
  tracker.configure(null)
  tracker.page('/', 'Dashboard')
  expect(jar.written).toEqual([])
})

test('with the flag nothing is posted and the visitor is forgotten, at once and for as long as it is set', () => {
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

test('a user is told once, until another one comes or their account changes', () => {
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
  key: (place: number) => Object.keys(entries)[place] ?? null,
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
])('with %j in local storage nothing is tracked: %s', (entries, expected) => {
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
