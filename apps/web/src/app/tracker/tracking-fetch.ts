import type { SendRequest } from '../../api/session/authorized-fetch.ts'
import { trackedCall } from './tracked-calls.ts'
import type { Tracker } from './tracker.ts'

/** Tells the tracker of calls that did one of the product's main actions. `apiBase` is absolute. */
export const createTrackingFetch =
  (send: SendRequest, tracker: Tracker, apiBase: string): SendRequest =>
  async (request, init) => {
    const response = await send(request, init)
    const path = new URL(request.url).pathname.slice(new URL(apiBase).pathname.length)
    const event = response.ok ? trackedCall(request.method, path) : null
    if (event !== null) tracker.event(event)
    return response
  }
