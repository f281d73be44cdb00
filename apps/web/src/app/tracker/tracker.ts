import type { ClientSettings } from '#contract/system.ts'
import type { AccountType } from '#domain/plan.ts'
import type { Role } from '#domain/role.ts'

/** The part of `document` that holds cookies. */
interface CookieJar {
  cookie: string
}

const NAME = 'cuvee-visitor'
const LIFETIME_DAYS = 365
const DAY_SECONDS = 86_400
const ID = /^[0-9a-f-]{36}$/

const stored = ({ cookie }: CookieJar): string | null => {
  const entry = cookie.split('; ').find((one) => one.startsWith(`${NAME}=`))
  const id = entry?.slice(NAME.length + 1) ?? ''
  return ID.test(id) ? id : null
}

const write = (jar: CookieJar, value: string, seconds: number, isSecure: boolean): void => {
  jar.cookie = `${NAME}=${value}; max-age=${seconds}; path=/; samesite=lax${isSecure ? '; secure' : ''}`
}

/** A random UUID; works in insecure contexts, where `crypto.randomUUID` is missing. */
export const newVisitorId = (): string => {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join('-')
}

/** An anonymous id that identifies a browser for 365 days from its last visit. */
const visitorId = (jar: CookieJar, newId: () => string, isSecure: boolean): string => {
  const id = stored(jar) ?? newId()
  write(jar, id, LIFETIME_DAYS * DAY_SECONDS, isSecure)
  return id
}

const forgetVisitor = (jar: CookieJar, isSecure: boolean): void => {
  if (stored(jar) !== null) write(jar, '', 0, isSecure)
}

/** The part of local storage that is read. */
type FlagStorage = Pick<Storage, 'length' | 'key' | 'getItem'>

const FLAG = 'donottrack'
const OFF: readonly (string | null)[] = [null, '', '0', 'false', 'no']

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '')

/** Whether the do-not-track flag is set: `doNotTrack` in any spelling, with any value except a negative one. */
export const isDoNotTrack = (storage: FlagStorage): boolean => {
  for (let index = 0; index < storage.length; index += 1) {
    const name = storage.key(index)
    if (name !== null && plain(name) === FLAG && !OFF.includes(storage.getItem(name)?.toLowerCase() ?? null))
      return true
  }
  return false
}

/** The user, without personal data. */
export interface TrackedUser {
  readonly userId: string
  readonly accountId: number
  readonly accountType: AccountType
  readonly roles: readonly Role[]
}

type Properties = Readonly<Record<string, string>>

type Tracked =
  /** `path` is the route path with parameter names instead of values */
  | { readonly type: 'page'; readonly path: string; readonly title: string }
  | { readonly type: 'event'; readonly name: string; readonly properties: Properties }
  | ({ readonly type: 'identify' } & TrackedUser)

export interface Tracker {
  /** null: nothing is tracked. Queued events are sent or dropped. */
  configure(settings: ClientSettings['tracker']): void
  page(path: string, title: string): void
  event(name: string, properties?: Properties): void
  /** null: signed out. Each user is identified once. */
  identify(user: TrackedUser | null): void
}

export interface TrackerPorts {
  readonly storage: FlagStorage
  readonly cookies: CookieJar
  readonly isSecure: boolean
  /** must not throw; fire and forget */
  readonly post: (url: string, body: string) => void
  readonly newId: () => string
  /** epoch milliseconds */
  readonly now: () => number
}

/** Events queued before the settings are loaded. */
const MAX_QUEUED = 50

/** Posts usage events to the installation's tracker, unless there is none or do-not-track is set. */
export const createTracker = ({ storage, cookies, isSecure, post, newId, now }: TrackerPorts): Tracker => {
  let settings: ClientSettings['tracker'] | undefined
  let queue: (Tracked & { at: number })[] = []
  let lastIdentified: string | null = null

  const send = (tracked: Tracked & { at: number }): void => {
    if (!settings) return
    if (isDoNotTrack(storage)) {
      forgetVisitor(cookies, isSecure)
      return
    }
    const { at, ...what } = tracked
    const visitor = visitorId(cookies, newId, isSecure)
    const body = { token: settings.token, visitorId: visitor, at: new Date(at).toISOString(), ...what }
    post(settings.url, JSON.stringify(body))
  }

  const track = (what: Tracked): void => {
    const tracked = { ...what, at: now() }
    if (settings !== undefined) send(tracked)
    else if (queue.length < MAX_QUEUED) queue.push(tracked)
  }

  return {
    configure: (given) => {
      settings = given
      for (const tracked of queue) send(tracked)
      queue = []
    },
    page: (path, title) => track({ type: 'page', path, title }),
    event: (name, properties = {}) => track({ type: 'event', name, properties }),
    identify: (user) => {
      const key = user && JSON.stringify(user)
      if (user && key !== lastIdentified) track({ type: 'identify', ...user })
      lastIdentified = key
    },
  }
}

/**
 * Fire and forget: tracker failures never affect the page, and `keepalive` sends even when the page is left. Plain text
 * without credentials needs no CORS preflight; the response is not read.
 */
export const postToTracker = (url: string, body: string): void => {
  window
    .fetch(url, {
      method: 'POST',
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      keepalive: true,
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
      body,
    })
    .catch(() => undefined)
}
