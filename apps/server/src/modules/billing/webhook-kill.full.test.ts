import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { Account } from '#contract/account.ts'
import { RegistrationResponse } from '#contract/auth.ts'
import { startServerProcess } from '#testkit/server-process.ts'
import { copyInstallation } from '#testkit/test-database.ts'
import { startFakeStripe } from './stripe/fake/fake-stripe.fixture.ts'

// Starts and kills processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

const ROUNDS = 3
const LONGEST_LIFE_MS = 40

const stripe = await startFakeStripe()
const dataDir = await mkdtemp(join(tmpdir(), 'cuvee-payment-'))
copyInstallation(dataDir)
const start = () => startServerProcess({ dataDir, env: { ...stripe.environment, RATE_LIMITS: 'off' } })
let server = start()

afterAll(async () => {
  server.kill('SIGTERM')
  await server.exited()
  await stripe.server.close()
  await rm(dataDir, { recursive: true, force: true })
})

const send = async (url: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const REGISTRATION = {
  firstName: 'Ada',
  lastName: 'Vine',
  email: 'ada@winery.example',
  password: 'Barrel&Stave7',
  accountName: 'Oak Hill',
  culture: 'en-US',
}

test('fault F23: a server killed after receiving an event applies it after a restart', async () => {
  let url = await server.ready()
  const { token } = RegistrationResponse.parse(await (await send(url, '/account/create-account', REGISTRATION)).json())
  const authorization = `Bearer ${token.access_token}`
  await send(url, '/billing/checkout', { plan: 'Micro' }, { authorization })
  const [session] = stripe.ledger.sessions
  if (!session) throw new Error('no checkout was opened')
  stripe.ledger.pay(session)
  const [subscription] = stripe.ledger.subscriptions
  if (!subscription) throw new Error('nothing was bought')

  const accountType = async (): Promise<string> => {
    const response = await fetch(`${url}/api/account`, { headers: { authorization } })
    return Account.parse(await response.json()).accountType
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    const plan = round % 2 === 0 ? 'Estate' : 'Boutique'
    stripe.ledger.changePlan(subscription, plan)
    const body = JSON.stringify(stripe.events.at(-1))
    const signature = stripe.sign(body, Math.floor(Date.now() / 1_000))
    const taken = await send(url, '/billing/stripe/webhook', body, { 'stripe-signature': signature })
    expect(taken.status).toBe(200)
    await sleep(Math.random() * LONGEST_LIFE_MS)
    server.kill('SIGKILL')
    await server.exited()
    server = start()
    url = await server.ready()
    await expect.poll(accountType, { timeout: 100_000, interval: 100 }).toBe(plan)
  }
})
