import { routes } from 'virtual:contract-routes'
import type { SharedDashboard } from '#contract/view-links.ts'
import { createApi } from '#web/api/client.ts'
import { streamOf } from '#web/api/json.ts'
import type { SendTiles } from '#web/features/dashboard/tile-store.ts'

/** What a view link answers. */
export interface ViewClient {
  readonly open: (token: string) => Promise<SharedDashboard>
  readonly send: (token: string) => SendTiles
}

// Neither a session of this browser nor its cookies go along: the token alone says what is shown.
const PRIVATE: RequestInit = { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' }

export const createViewClient = (apiBase: string): ViewClient => {
  const api = createApi(routes, {
    base: apiBase,
    fetch: (request, init) => window.fetch(request, { ...init, ...PRIVATE }),
  })
  return {
    open: (token) => api.sharedView.open({ token }),
    send:
      (token) =>
      async ({ known = {} }, signal) => {
        const response = await window.fetch(`${apiBase}/view/data`, {
          ...PRIVATE,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token, known }),
          signal,
        })
        return streamOf(response)
      },
  }
}
