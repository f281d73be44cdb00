import type { ClientSettings } from '#contract/rest.ts'
import type { AccountType } from '#domain/account-type.ts'
import type { Role } from '#domain/role.ts'
import { type FlagStorage, isDoNotTrack } from './do-not-track.ts'
import { type CookieJar, forgetVisitor, visitorId } from './visitor.ts'

/** Who uses the page, without a word that names them. */
export interface TrackedUser {
  readonly userId: string
  readonly accountId: number
  readonly accountType: AccountType
  readonly roles: readonly Role[]
}

type Properties = Readonly<Record<string, string>>

export type Tracked =
  /** `path` as the router knows it, with names in place of what is in the address */
  | { readonly type: 'page'; readonly path: string; readonly title: string }
  | { readonly type: 'event'; readonly name: string; readonly properties: Properties }
  | ({ readonly type: 'identify' } & TrackedUser)

export interface Tracker {
  /** null: nothing is tracked; what waited for the settings is sent or dropped */
  configure(settings: ClientSettings['tracker']): void
  page(path: string, title: string): void
  event(name: string, properties?: Properties): void
  /** null: signed out. Told once for each user. */
  identify(user: TrackedUser | null): void
}

export interface TrackerPorts {
  readonly storage: FlagStorage
  readonly cookies: CookieJar
  readonly isSecure: boolean
  /** must not throw; what comes of it is not waited for */
  readonly post: (url: string, body: string) => void
  readonly newId: () => string
  /** epoch milliseconds */
  readonly now: () => number
}

/** What happens before the settings are known; more than that is a page without its server. */
const MOST_WAITING = 50

/** Posts how the product is used to the installation's tracker, unless there is none or the browser's user objects. */
export const createTracker = ({ storage, cookies, isSecure, post, newId, now }: TrackerPorts): Tracker => {
  let settings: ClientSettings['tracker'] | undefined
  let waiting: (Tracked & { at: number })[] = []
  let told: string | null = null

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
    else if (waiting.length < MOST_WAITING) waiting.push(tracked)
  }

  return {
    configure: (given) => {
      settings = given
      for (const tracked of waiting) send(tracked)
      waiting = []
    },
    page: (path, title) => track({ type: 'page', path, title }),
    event: (name, properties = {}) => track({ type: 'event', name, properties }),
    identify: (user) => {
      const key = user && JSON.stringify(user)
      if (user && key !== told) track({ type: 'identify', ...user })
      told = key
    },
  }
}
