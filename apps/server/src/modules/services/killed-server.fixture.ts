import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { type ServerProcess, startServerProcess } from '#testkit/server-process.ts'
import { startTestDatabase } from '#testkit/test-database.ts'

/** How often a test kills its server. */
export const KILLS = Number(process.env.CUVEE_KILLS ?? 20)

/** Of the random times of a test. */
export const KILL_SEED = Number(process.env.CUVEE_KILL_SEED ?? Date.now() % 1_000_000)

/** Lehmer random number generator: reproducible by its seed. */
export const randomOf = (seed: number): (() => number) => {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** A server on a database of its own, which a test kills and starts again. Call it at the top level of a test file. */
export const killableServer = async (settings: Readonly<Record<string, string>> = {}) => {
  const database = await startTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'cuvee-kill-'))
  let server: ServerProcess | null = null
  let host = ''
  const kill = async (): Promise<void> => {
    server?.kill('SIGKILL')
    await server?.exited()
  }
  afterAll(async () => {
    await kill()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const start = async (): Promise<void> => {
    const env = {
      NODE_ENV: 'development',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(dataDir, 'compiled'),
      DATABASE_URL: database.url,
      ...settings,
    }
    server = startServerProcess({ dataDir, env })
    host = `${await server.ready()}/api`
  }
  const send = async (token: string, path: string, request: RequestInit & { readonly duplex?: 'half' }) => {
    const headers = { authorization: `Bearer ${token}`, ...request.headers }
    const answer = await fetch(`${host}${path}`, { ...request, headers })
    if (!answer.ok) throw new Error(`${request.method} ${path}: ${answer.status} ${await answer.text()}`)
    return JSON.parse((await answer.text()) || 'null')
  }
  const call = (token: string, method: string, path: string, body?: unknown) =>
    send(token, path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  /** The token of the owner of a new account. */
  const register = async (name: string): Promise<string> => {
    const names = { firstName: 'Kay', lastName: 'Killed', accountName: name, culture: 'en-US' }
    const winery = { ...names, timeZone: 'America/Los_Angeles', currency: 'USD' }
    const person = { ...winery, email: `${name}@winery.example`, password: 'Barrel&Stave7' }
    return (await call('', 'POST', '/account/create-account', person)).token.access_token
  }
  const allRunsEnded = async (token: string, serviceId: string): Promise<readonly { id: string; status: string }[]> => {
    for (;;) {
      const { items } = await call(token, 'GET', `/service/${serviceId}/runs?pageSize=500`)
      if (!items.some(({ status }: { status: string }) => status === 'queued' || status === 'running')) return items
      await pause(50)
    }
  }
  return { dataDir, start, kill, send, call, register, allRunsEnded }
}
