import type { AnyContractProcedure } from '@orpc/contract'
import { traverseContractProcedures } from '@orpc/server'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { Registration, RegistrationResponse, Session } from '#contract/auth.ts'
import { contract } from '#contract/contract.ts'
import { type Endpoint, readEndpoint } from '#server/http/endpoint.ts'

interface CallOptions {
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A registered user with a session. */
export interface Member {
  readonly accountId: number
  readonly userId: string
  readonly email: string
  readonly password: string
  /** access token */
  readonly token: string
  readonly refreshToken: string
}

/** What an answer says is wrong. */
export const errorsOf = (answer: { json(): unknown }) =>
  (answer.json() as { errors?: { code: string; field?: string; message: string }[] }).errors

/** The code of the first error; undefined: there is none. */
export const readErrorCode = (answer: { json(): unknown }): string | undefined => errorsOf(answer)?.[0]?.code

export interface TestClient {
  /** `path` is below /api; a `body` goes as JSON */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options?: CallOptions): Promise<LightMyRequestResponse>
  /** a new account with its owner, signed in */
  register(overrides?: Partial<Registration>): Promise<Member>
  /** opens another session for a user */
  signIn(email: string, password: string): Promise<Session>
}

const PASSWORD = 'Barrel&Stave7'

export const testClient = (app: FastifyInstance): TestClient => {
  let registered = 0
  const call: TestClient['call'] = async (method, path, { token, body, headers } = {}) => {
    const options: InjectOptions = {
      method,
      url: `/api${path}`,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    }
    return app.inject(body === undefined ? options : jsonRequest(options, body))
  }
  const register: TestClient['register'] = async (overrides = {}) => {
    registered += 1
    const registration = Registration.parse({
      firstName: 'Test',
      lastName: `Member ${registered}`,
      email: `member-${registered}@winery.example`,
      password: PASSWORD,
      accountName: `Winery ${registered}`,
      culture: 'en-US',
      ...overrides,
    })
    // Registrations are limited by IP address, so each comes from another one.
    const response = await app.inject({
      ...jsonRequest({ method: 'POST', url: '/api/account/create-account' }, registration),
      remoteAddress: `10.0.${registered >> 8}.${registered & 255}`,
    })
    const { accountId, userId, email, token } = RegistrationResponse.parse(parseSuccess(response))
    const { password } = registration
    return { accountId, userId, email, password, token: token.access_token, refreshToken: token.refresh_token }
  }
  const signIn: TestClient['signIn'] = async (username, password) => {
    const response = await call('POST', '/token', { body: { grant_type: 'password', username, password } })
    return Session.parse(parseSuccess(response))
  }
  return { call, register, signIn }
}

const jsonRequest = (options: InjectOptions, body: unknown): InjectOptions => ({
  ...options,
  payload: JSON.stringify(body),
  headers: { ...options.headers, 'content-type': 'application/json' },
})

const parseSuccess = (response: LightMyRequestResponse): unknown => {
  if (response.statusCode >= 300) throw new Error(`${response.statusCode}: ${response.body}`)
  return response.json()
}

export interface ContractCall extends Endpoint {
  /** such as `dashboards.create` */
  readonly name: string
  readonly endpoint: AnyContractProcedure
}

/** Every call of the contract, for tests that must hold for all of them. */
export const contractCalls = (): readonly ContractCall[] => {
  const calls: ContractCall[] = []
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: endpoint, path }) => {
    calls.push({ name: path.join('.'), endpoint, ...readEndpoint(endpoint) })
  })
  return calls
}
