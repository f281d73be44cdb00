import type { SendRequest } from '#web/api/session/authorized-fetch.ts'
import type { Tracker } from './tracker.ts'

/** API calls that are tracked as main actions: method, path below the API base, event name. */
const TRACKED: readonly (readonly [method: string, path: RegExp, event: string])[] = [
  ['POST', /^\/token$/, 'signed in'],
  ['POST', /^\/account\/create-account$/, 'registered'],
  ['POST', /^\/account\/join$/, 'joined'],
  ['POST', /^\/dashboards$/, 'dashboard created'],
  ['PUT', /^\/dashboards\/[^/]+$/, 'dashboard saved'],
  ['POST', /^\/reports$/, 'report saved'],
  ['POST', /^\/reports\/export$/, 'report exported'],
  ['POST', /^\/reports\/[^/]+\/schedules$/, 'report scheduled'],
  ['POST', /^\/service$/, 'service added'],
  ['POST', /^\/service\/[^/]+\/(?:import|upload)$/, 'file imported'],
  ['POST', /^\/invitation$/, 'colleague invited'],
  ['POST', /^\/billing\/checkout$/, 'checkout started'],
]

/** The event name of a successful call; null: not tracked. */
export const trackedCall = (method: string, path: string): string | null =>
  TRACKED.find(([one, pattern]) => one === method && pattern.test(path))?.[2] ?? null

const REPORT = /^\/reports\/(?:(?:sales|orders|products|customers|clubs)\/.+|my\/\$id)$/

/** The report that a route path shows; null: none. */
export const trackedReport = (path: string): string | null =>
  REPORT.test(path) ? path.slice('/reports/'.length) : null

/** Tracks successful API calls that are main actions. `apiBase` is absolute. */
export const createTrackingFetch =
  (send: SendRequest, tracker: Tracker, apiBase: string): SendRequest =>
  async (request, init) => {
    const response = await send(request, init)
    const path = new URL(request.url).pathname.slice(new URL(apiBase).pathname.length)
    const event = response.ok ? trackedCall(request.method, path) : null
    if (event !== null) tracker.event(event)
    return response
  }
