/**
 * Orders per second and calls of one Commerce7 history, and how ten concurrent syncs affect another account's
 * dashboard. `node bench/sync.ts [orders of the dashboard's account] [orders of each history]`, default 100,000 and 20,000.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { FAKE_SECRETS, FAKE_SETTINGS } from '#connectors/commerce7/fake-commerce7.fixture.ts'
import { Run } from '#contract/runs.ts'
import { WIDGETS } from '#widgets/registry.ts'
import { printTable, type Timing, timingOf } from './kit/measure.ts'
import { PASSWORD, signIn, startServer } from './kit/server.ts'
import { benchWinery } from './kit/winery.ts'

const ORDERS = Number(process.argv[2] ?? 100_000)
const HISTORY = Number(process.argv[3] ?? 20_000)
const ACCOUNTS = 10
const QUIET_RUNS = 40

const startFake = async (): Promise<{ child: ChildProcess; url: string }> => {
  const entry = fileURLToPath(new URL('kit/niced-commerce7.ts', import.meta.url))
  const child = spawn(process.execPath, [entry, String(HISTORY)], { stdio: ['ignore', 'pipe', 'inherit'] })
  process.once('exit', () => child.kill())
  if (!child.stdout) throw new Error('The fake has no output')
  const [line]: unknown[] = await once(child.stdout, 'data')
  return { child, url: String(line).trim() }
}

const { dataDir } = await benchWinery(ORDERS)
const fake = await startFake()
const env = { RESULT_CACHE_MB: '0', CONNECTOR_ALLOW_PRIVATE: '1', COMMERCE7_URL: `${fake.url}/v1` }
const server = await startServer({ dataDir, env })

const call = async (token: string, method: string, path: string, body?: unknown): Promise<unknown> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}

const textAt = (value: unknown, ...path: string[]): string => {
  let found = value
  for (const name of path) found = typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined
  return String(found)
}

interface Syncing {
  readonly token: string
  readonly id: string
}

const stamp = Date.now()

/** A new account with a service that has not synced yet. */
const newAccount = async (number: number): Promise<Syncing> => {
  const registered = await call('', 'POST', '/account/create-account', {
    firstName: 'Sync',
    lastName: 'Bench',
    email: `sync-${stamp}-${number}@winery.example`,
    password: PASSWORD,
    accountName: `Sync ${number}`,
    culture: 'en-US',
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
  })
  const token = textAt(registered, 'token', 'access_token')
  const settings = { ...FAKE_SETTINGS, ...FAKE_SECRETS }
  const body = { type: 'commerce7', name: 'Till', settings, syncEveryMinutes: null }
  return { token, id: textAt(await call(token, 'POST', '/service', body), 'id') }
}

const syncToEnd = async ({ token, id }: Syncing): Promise<Run> => {
  const runId = textAt(await call(token, 'POST', `/service/${id}/sync`, {}), 'runId')
  for (;;) {
    const run = Run.parse(await call(token, 'GET', `/service/${id}/runs/${runId}`))
    if (run.status === 'failed') throw new Error(JSON.stringify(run.errors))
    if (run.status === 'succeeded') return run
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const secondsOf = ({ startedUtc, finishedUtc }: Run): number =>
  (Date.parse(finishedUtc ?? '') - Date.parse(startedUtc ?? '')) / 1000

const callsSoFar = async (): Promise<number> => Number(await (await fetch(`${fake.url}/calls`)).text())

const widgets = WIDGETS.map(({ type }) => ({ id: type, type, props: {} }))

const timeDashboard = async (
  token: string,
  until: (runs: number) => boolean,
): Promise<{ timing: Timing; runs: number }> => {
  const times: number[] = []
  while (!until(times.length)) {
    const start = performance.now()
    const response = await fetch(`${server.url}/api/dashboards/data`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ widgets }),
    })
    if ((await response.text()).includes('"error"')) throw new Error('A tile failed')
    times.push(performance.now() - start)
  }
  return { timing: timingOf(times), runs: times.length }
}

try {
  const { token } = await signIn(server.url)
  const one = await newAccount(0)
  const before = await callsSoFar()
  const first = await syncToEnd(one)
  const middle = await callsSoFar()
  const again = await syncToEnd(one)
  const after = await callsSoFar()
  const row = (name: string, run: Run, calls: number) => {
    const orders = run.counts.orders ?? 0
    return [name, orders, secondsOf(run), orders / secondsOf(run), calls]
  }
  printTable(
    `One account, a history of ${HISTORY.toLocaleString('en-US')} orders; each answer of the platform takes 20 ms`,
    ['', 'orders', 'seconds', 'orders/s', 'calls'],
    [row('everything', first, middle - before), row('what changed', again, after - middle)],
  )

  await timeDashboard(token, (runs) => runs >= 5)
  const quiet = await timeDashboard(token, (runs) => runs >= QUIET_RUNS)
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, (_, number) => newAccount(number + 1)))
  let isSyncing = true
  const start = performance.now()
  const syncs = Promise.all(accounts.map(syncToEnd)).finally(() => {
    isSyncing = false
  })
  const busy = await timeDashboard(token, () => !isSyncing)
  const runs = await syncs
  const seconds = (performance.now() - start) / 1000
  const orders = runs.reduce((sum, { counts }) => sum + (counts.orders ?? 0), 0)
  printTable(
    `Ten tiles of an account of ${ORDERS.toLocaleString('en-US')} orders, uncached, milliseconds`,
    ['', 'p50', 'p95', 'p95 times quiet', 'requests'],
    [
      ['quiet', quiet.timing.p50, quiet.timing.p95, 1, quiet.runs],
      [`${ACCOUNTS} accounts syncing`, busy.timing.p50, busy.timing.p95, busy.timing.p95 / quiet.timing.p95, busy.runs],
    ],
  )
  printTable(
    `${ACCOUNTS} accounts at once`,
    ['orders', 'seconds', 'orders/s', 'RSS MB'],
    [[orders, seconds, orders / seconds, server.rss()]],
  )
} finally {
  fake.child.kill()
  await server.stop()
}
