/**
 * How long another account's calls take while one account keeps an installation of two web processes, a worker, PostgreSQL and
 * ClickHouse busy, compared with an idle one. Needs Debian's PostgreSQL.
 * `node bench/fair-shares.ts [load,load…]`, default: heavy queries and CSV exports. Aim: p95 at most twice that of
 * an idle installation.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { WIDGETS } from '#widgets/registry.ts'
import { createApi, signInToWinery } from '../e2e/kit/api.ts'
import { startDemoStores, startInstallation } from '../e2e/kit/installation.ts'
import { startServer } from '../e2e/kit/server.ts'
import { apiOf, orderLines } from './kit/api.ts'
import { printTable, timingOf } from './kit/measure.ts'
import { joinOneGroup } from './kit/one-group.ts'

const CHOSEN = process.argv[2]?.split(',') ?? ['heavy queries', 'CSV exports']
const SECONDS = 12
const LOAD_PROGRAM = fileURLToPath(new URL('kit/neighbor-load.ts', import.meta.url))
const ALL = WIDGETS.map(({ type }) => ({ id: type, type, props: {} }))

joinOneGroup()
const stores = await startDemoStores()
const dataDir = await mkdtemp(join(tmpdir(), 'cuvee-fair-shares-'))
const maker = await startServer({ dataDir, env: stores.env })
await signInToWinery(createApi(maker.url))
await maker.stop()
await stores.store(dataDir)
const installation = await startInstallation({ env: { RESULT_CACHE_MB: '0' }, source: dataDir })
const { session: noisy } = await signInToWinery(createApi(installation.url))
const { session } = await createApi(installation.url).register()
const { read, upload } = apiOf(installation.url)
const token = session.access_token
await upload(token, orderLines(3_000, 'N'))

/** What the other account does. */
const ACTIONS: Readonly<Record<string, () => Promise<string>>> = {
  'GET user': () => read('/user', { token, method: 'GET' }),
  dashboard: () => read('/dashboards/data', { token, body: { widgets: ALL } }),
}

const timeActions = async (): Promise<Readonly<Record<string, readonly number[]>>> => {
  const samples: Record<string, number[]> = {}
  for (const end = performance.now() + SECONDS * 1000; performance.now() < end; )
    for (const [name, act] of Object.entries(ACTIONS)) {
      const start = performance.now()
      const answer = await act()
      if (answer.includes('"error"')) throw new Error(answer.slice(0, 300))
      samples[name] = [...(samples[name] ?? []), performance.now() - start]
    }
  return samples
}

const timeUnder = async (load: string) => {
  const start = performance.now()
  const callers = spawn(process.execPath, [LOAD_PROGRAM, load, installation.url, noisy.access_token], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const calls = text(callers.stdout)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const timings = await timeActions()
  callers.stdin.end()
  return { timings, callsPerSecond: (Number(await calls) / (performance.now() - start)) * 1000 }
}

await timeActions()
const idle = await timeActions()
const p95Of = (timings: typeof idle, name: string): number => timingOf(timings[name] ?? []).p95
const rows: (string | number)[][] = [['idle', ...Object.keys(ACTIONS).flatMap((name) => [p95Of(idle, name), 1]), '']]
for (const load of CHOSEN) {
  const { timings, callsPerSecond } = await timeUnder(load)
  const cells = Object.keys(ACTIONS).flatMap((name) => [p95Of(timings, name), p95Of(timings, name) / p95Of(idle, name)])
  rows.push([load, ...cells, callsPerSecond])
}
await installation.close()
await rm(dataDir, { recursive: true, force: true })
printTable(
  'p95 of another account, milliseconds, and its ratio to an idle installation; calls of the load a second',
  ['while', ...Object.keys(ACTIONS).flatMap((name) => [name, '×']), 'calls/s'],
  rows,
)
