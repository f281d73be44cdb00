import { routes } from 'virtual:contract-routes'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { resolveApiBase } from '#web/api/client.ts'
import { type Api, createApi } from '../api/client.ts'
import { createListeners } from '../api/listeners.ts'
import { createAuthorizedFetch } from '../api/session/authorized-fetch.ts'
import { createProver, type Prover } from '../api/session/prover.ts'
import { createSession, type Session } from '../api/session/session.ts'
import { openTabChannel } from '../api/session/session-channel.ts'
import { createTabPresence } from '../api/session/tab-presence.ts'
import { createDraftDatabase, type DraftDatabase } from './draft/draft-database.ts'
import { createQueryClient } from './freshness.ts'
import { createLoading, type Loading } from './loading.ts'
import { type AnswerStore, createAnswerStore } from './offline/answer-store.ts'
import { createBrowserConnection } from './offline/browser-connection.ts'
import type { Connection } from './offline/connection.ts'
import { createOfflineFetch } from './offline/offline-fetch.ts'
import { createTrackingFetch } from './tracker/tracked-calls.ts'
import { createTracker, newVisitorId, postToTracker, type Tracker } from './tracker/tracker.ts'

/** Requests to load again what is on screen. */
interface Refreshes {
  request(): void
  /** Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void
}

const createRefreshes = (): Refreshes => {
  const { notify, subscribe } = createListeners()
  return { request: notify, subscribe }
}

/** Sends a request to a path of the API that streams or uploads; same token, refresh and sign-out rules as the client. */
export type RawFetch = (path: `/${string}`, init?: RequestInit) => Promise<Response>

const queryTools = (api: Api) => createTanstackQueryUtils(api)

/** Dependencies shared by the whole app; created once in main.tsx. */
export interface Runtime {
  readonly apiBase: string
  readonly session: Session
  readonly api: Api
  /** query and mutation options of each call, for TanStack Query */
  readonly queries: ReturnType<typeof queryTools>
  readonly queryClient: QueryClient
  readonly rawFetch: RawFetch
  readonly loading: Loading
  readonly drafts: DraftDatabase
  readonly tracker: Tracker
  readonly connection: Connection
  /** the last answers of the API, shown while it cannot be reached */
  readonly answers: AnswerStore
  readonly refreshes: Refreshes
  /** asks who the user is before a protected change */
  readonly prover: Prover
  /** the account requires a second factor that the user has to set up */
  readonly setupDue: Refreshes
}

const runTimeBase = (): string => document.querySelector<HTMLMetaElement>('meta[name="cuvee-api-base"]')?.content ?? ''

export const createRuntime = (): Runtime => {
  const buildTime = import.meta.env.VITE_API_BASE ?? ''
  const apiBase = resolveApiBase({ origin: location.origin, runTime: runTimeBase(), buildTime })
  const fetch: typeof window.fetch = (input, init) => window.fetch(input, init)
  const session = createSession({
    storage: window.sessionStorage,
    fetch,
    apiBase,
    channel: openTabChannel(),
    presence: createTabPresence(),
    now: Date.now,
  })
  const tracker = createTracker({
    storage: window.localStorage,
    cookies: document,
    isSecure: location.protocol === 'https:',
    post: postToTracker,
    newId: newVisitorId,
    now: Date.now,
  })
  const connection = createBrowserConnection(apiBase)
  const answers = createAnswerStore()
  const prover = createProver()
  const setupDue = createRefreshes()
  const authorized = createAuthorizedFetch(session, fetch, { prover, onSetupDue: setupDue.request })
  const send = createOfflineFetch(createTrackingFetch(authorized, tracker, apiBase), {
    apiBase,
    answers,
    connection,
    owner: () => session.current()?.user ?? null,
    now: Date.now,
  })
  const api = createApi(routes, { base: apiBase, fetch: send })
  // State updates flush before the next click can arrive, so a double click on a submit button sends one request.
  notifyManager.setScheduler(queueMicrotask)
  const queryClient = createQueryClient()
  const rawFetch: RawFetch = (path, init) => send(new Request(`${apiBase}${path}`, init))
  const queries = queryTools(api)
  const loading = createLoading()
  const drafts = createDraftDatabase()
  const refreshes = createRefreshes()
  return {
    apiBase,
    session,
    api,
    queries,
    queryClient,
    rawFetch,
    loading,
    drafts,
    tracker,
    connection,
    answers,
    refreshes,
    prover,
    setupDue,
  }
}

const RuntimeContext = createContext<Runtime | null>(null)

export const RuntimeProvider = ({ runtime, children }: { runtime: Runtime; children: ReactNode }) => (
  <RuntimeContext value={runtime}>{children}</RuntimeContext>
)

/** The app's client, session and caches; throws outside of the app. */
export const useRuntime = (): Runtime => {
  const runtime = useContext(RuntimeContext)
  if (!runtime) throw new Error('useRuntime needs a RuntimeProvider above it')
  return runtime
}
