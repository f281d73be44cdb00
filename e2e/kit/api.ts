import { z } from 'zod'
import { type Registration, RegistrationResponse, Session } from '#contract/auth.ts'
import { Dashboard, type NewDashboard } from '#contract/dashboards.ts'
import { Service } from '#contract/services.ts'

export const PASSWORD = 'Barrel&Stave7'

interface CallOptions {
  readonly token?: string
  readonly body?: unknown
}

/** A user with a session, and what it takes to sign in again. */
export interface Member {
  readonly session: Session
  readonly email: string
  readonly password: string
  readonly accountId: number
}

export type Api = ReturnType<typeof createApi>

/** The server's calls, for what a journey needs but is not about. `url` has no slash at its end. */
export const createApi = (url: string) => {
  let registered = 0

  const send = async (method: string, path: string, { token, body }: CallOptions = {}): Promise<Response> => {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
    const response = await fetch(`${url}/api${path}`, init)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const call = async <T>(schema: z.ZodType<T>, method: string, path: string, options?: CallOptions): Promise<T> =>
    schema.parse(await (await send(method, path, options)).json())

  const signIn = (email: string, password = PASSWORD): Promise<Session> =>
    call(Session, 'POST', '/token', { body: { grant_type: 'password', username: email, password } })

  /** A new account with its owner, signed in. */
  const register = async (given: Partial<Registration> = {}): Promise<Member> => {
    registered += 1
    const body = {
      firstName: 'Robin',
      lastName: 'Winter',
      email: `robin-${registered}@winery.example`,
      password: PASSWORD,
      accountName: `Winery ${registered}`,
      culture: 'en-US',
      ...given,
    }
    const { email, accountId } = await call(RegistrationResponse, 'POST', '/account/create-account', { body })
    return { session: await signIn(email, body.password), email, password: body.password, accountId }
  }

  const createDashboard = (token: string, body: NewDashboard): Promise<Dashboard> =>
    call(Dashboard, 'POST', '/dashboards', { token, body })

  const services = (token: string): Promise<Service[]> => call(z.array(Service), 'GET', '/service', { token })

  /** A new service, which is fetching for the first time. */
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
      // Adding it may have started the run already.
      if (!String(error).includes('service.run_in_progress')) throw error
    })
  }

  /** Returns once the first service's last run has succeeded; throws when it fails. */
  const untilLoaded = async (token: string): Promise<void> => {
    for (;;) {
      const status = (await services(token))[0]?.lastRun?.status
      if (status === 'succeeded') return
      if (status === 'failed' || status === 'cancelled') throw new Error(`the run ${status}`)
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  return { url, send, call, signIn, register, createDashboard, services, addService, startSync, untilLoaded }
}
