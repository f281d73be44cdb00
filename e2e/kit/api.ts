import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { type Registration, RegistrationResponse, Session } from '#contract/auth.ts'
import { Dashboard, type NewDashboard } from '#contract/dashboards.ts'
import { InsightList } from '#contract/insights.ts'
import { Service } from '#contract/services.ts'
import { isKilled } from './installation.ts'
import type { Commerce7 } from './platforms.ts'

export const PASSWORD = 'Barrel&Stave7'

interface CallOptions {
  readonly token?: string
  readonly body?: unknown
}

/** Tries again, as a script does, while parts of the server are killed. */
const answered = async (call: () => Promise<Response>): Promise<Response> => {
  for (let tries = 1; ; tries++) {
    const response = await call()
    if (!isKilled || tries === TRIES || ![502, 503].includes(response.status)) return response
    await pause(PAUSE_MS)
  }
}
const TRIES = 5
const PAUSE_MS = 1_000

/** A user with a session and credentials. */
export interface Member {
  readonly session: Session
  readonly email: string
  readonly password: string
  readonly accountId: number
}

export type Api = ReturnType<typeof createApi>

/** The server's API, for test setup. `url` has no trailing slash. */
export const createApi = (url: string) => {
  let registered = 0

  const send = async (method: string, path: string, { token, body }: CallOptions = {}): Promise<Response> => {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
    const response = await answered(() => fetch(`${url}/api${path}`, init))
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const call = async <T>(schema: z.ZodType<T>, method: string, path: string, options?: CallOptions): Promise<T> =>
    schema.parse(await (await send(method, path, options)).json())

  const signIn = (email: string, password = PASSWORD): Promise<Session> =>
    call(Session, 'POST', '/token', { body: { grant_type: 'password', username: email, password } })

  /** A new account with its owner, signed in. */
  const register = async (overrides: Partial<Registration> = {}): Promise<Member> => {
    registered += 1
    const body = {
      firstName: 'Robin',
      lastName: 'Winter',
      email: `robin-${registered}@winery.example`,
      password: PASSWORD,
      accountName: `Winery ${registered}`,
      culture: 'en-US',
      ...overrides,
    }
    const { email, accountId } = await call(RegistrationResponse, 'POST', '/account/create-account', { body })
    return { session: await signIn(email, body.password), email, password: body.password, accountId }
  }

  const createDashboard = (token: string, body: NewDashboard): Promise<Dashboard> =>
    call(Dashboard, 'POST', '/dashboards', { token, body })

  const services = (token: string): Promise<Service[]> => call(z.array(Service), 'GET', '/service', { token })

  /** Adds a service and starts its first sync. */
  const addService = async (
    token: string,
    body: { type: string; name: string; settings: object },
  ): Promise<Service> => {
    const service = await call(Service, 'POST', '/service', { token, body })
    await startSync(token, service.id)
    return service
  }

  const startSync = async (token: string, id: string): Promise<void> => {
    await send('POST', `/service/${id}/sync`, { token, body: {} }).catch((error: unknown) => {
      // Adding the service may have started the run already.
      if (!String(error).includes('service.run_in_progress')) throw error
    })
  }

  /** Waits until the first service's last run succeeded; throws when it failed. */
  const waitUntilLoaded = async (token: string): Promise<void> => {
    for (;;) {
      const status = (await services(token))[0]?.lastRun?.status
      if (status === 'succeeded') return
      if (status === 'failed' || status === 'cancelled') throw new Error(`the run ${status}`)
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  return { url, send, call, signIn, register, createDashboard, services, addService, startSync, waitUntilLoaded }
}

const DEMO = { email: 'demo@cuvee.example', password: 'Barrel&Stave7' }

/** Signs in the demo winery's owner and waits until its data is loaded. */
export const signInToWinery = async (api: Api): Promise<Member> => {
  const session = await api.signIn(DEMO.email, DEMO.password)
  await api.waitUntilLoaded(session.access_token)
  return { session, ...DEMO, accountId: session.user.accountId }
}

/** Milliseconds that analyzing the demo winery may take after its load. */
const ANALYSIS_TIMEOUT_MS = 120_000

/** Waits until the account's numbers are analyzed and returns its insights. */
export const waitForAnalysis = async (api: Api, token: string): Promise<InsightList> => {
  const end = Date.now() + ANALYSIS_TIMEOUT_MS
  for (;;) {
    const list = await api.call(InsightList, 'GET', '/insight', { token })
    if (list.lookedUtc !== null) return list
    if (Date.now() > end) throw new Error('The numbers were not analyzed in time')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

const POLL_MS = 200

const waitUntilRefused = async (api: Api, token: string, id: string, runs: number): Promise<void> => {
  for (;;) {
    const { total, items } = await (await api.send('GET', `/service/${id}/runs`, { token })).json()
    if (total >= runs && items[0].status === 'failed') return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** Adds a service whose credentials the platform rejects and starts `tries` runs. Its administrators are notified. */
export const addRefusedService = async (
  api: Api,
  commerce7: Commerce7,
  { session }: Member,
  { name, tries = 1 }: { readonly name: string; readonly tries?: number },
): Promise<void> => {
  const token = session.access_token
  const settings = { ...commerce7.settings, appSecret: 'not the key' }
  const { id } = await api.addService(token, { type: 'commerce7', name, settings })
  await waitUntilRefused(api, token, id, 1)
  for (let done = 1; done < tries; done += 1) {
    await api.startSync(token, id)
    await waitUntilRefused(api, token, id, done + 1)
  }
}
