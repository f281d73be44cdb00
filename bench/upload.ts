/**
 * Upload of a real file of order lines through HTTP, from the first byte sent to the committed run, compared with DuckDB's bare
 * `COPY` of the same file; and the server's memory for a file of about 500 MB.
 * `node bench/upload.ts`. The file is UCI "Online Retail" (CC BY 4.0), which is next to the repository.
 */
import { once } from 'node:events'
import { createWriteStream, openAsBlob, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { Run } from '#contract/runs.ts'
import {
  hasOnlineRetail,
  ONLINE_RETAIL_FILE,
  ONLINE_RETAIL_SETTINGS,
  onlineRetailText,
} from '#testkit/online-retail.ts'
import { printTable } from './kit/measure.ts'
import { type BenchServer, signIn, startServer } from './kit/server.ts'

const COPIES = [1, 10]
const MEBIBYTE = 1_048_576

interface CsvFile {
  readonly path: string
  readonly rows: number
}

/** The file repeated, each time with other invoice numbers. */
const replicate = async (folder: string, copies: number): Promise<CsvFile> => {
  const [header = '', ...rows] = onlineRetailText().trimEnd().split('\n')
  const path = join(folder, `${copies}.csv`)
  const out = createWriteStream(path)
  out.write(`${header}\n`)
  for (let copy = 0; copy < copies; copy++) {
    const text = rows.map((row) => row.replace(/^C?/, `$&${copy}-`)).join('\n')
    if (!out.write(`${text}\n`)) await once(out, 'drain')
  }
  out.end()
  await finished(out)
  return { path, rows: rows.length * copies }
}

/** Milliseconds that DuckDB takes to read the file into a table of text columns. */
const copyBare = async (folder: string, { path }: CsvFile): Promise<number> => {
  const instance = await DuckDBInstance.create(join(folder, 'bare.duckdb'), { memory_limit: '256MiB' })
  const connection = await instance.connect()
  await connection.run('SET preserve_insertion_order = false')
  await connection.run(
    'CREATE TABLE bare (invoice VARCHAR, code VARCHAR, title VARCHAR, quantity VARCHAR, day VARCHAR, price VARCHAR, customer VARCHAR, country VARCHAR)',
  )
  const start = performance.now()
  await connection.run(`COPY bare FROM '${path}' (FORMAT csv, HEADER, AUTO_DETECT false)`)
  const took = performance.now() - start
  connection.closeSync()
  instance.closeSync()
  await rm(join(folder, 'bare.duckdb'), { force: true })
  return took
}

interface Api {
  readonly server: BenchServer
  readonly token: string
}

const call = async ({ server, token }: Api, path: string, init: RequestInit = {}): Promise<unknown> => {
  const response = await fetch(`${server.url}/api${path}`, {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${token}` },
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return JSON.parse(text || 'null')
}

const readText = (value: unknown, name: string): string =>
  typeof value === 'object' && value !== null && name in value ? String(Reflect.get(value, name)) : ''

interface Upload {
  /** from the first byte sent until the response */
  readonly sending: number
  /** from the response until the run succeeded */
  readonly importing: number
  /** MB */
  readonly peak: number
}

const upload = async (api: Api, { path }: CsvFile): Promise<Upload> => {
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ type: 'csv', name: 'Bench', settings: {} })
  const serviceId = readText(await call(api, '/service', { method: 'POST', headers: json, body }), 'id')
  const form = new FormData()
  for (const [name, value] of Object.entries(ONLINE_RETAIL_SETTINGS)) form.set(name, value)
  form.set('duplicates', 'keep')
  form.set('file', await openAsBlob(path), 'orders.csv')
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, api.server.rss())
  }, 25)
  try {
    const start = performance.now()
    const runId = readText(await call(api, `/service/${serviceId}/upload`, { method: 'POST', body: form }), 'runId')
    const sent = performance.now()
    for (;;) {
      const run = Run.parse(await call(api, `/service/${serviceId}/runs/${runId}`))
      if (run.status === 'succeeded') break
      if (run.status !== 'queued' && run.status !== 'running') throw new Error(JSON.stringify(run.errors))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return { sending: sent - start, importing: performance.now() - sent, peak }
  } finally {
    clearInterval(watch)
  }
}

const measure = async (folder: string, copies: number): Promise<(string | number)[]> => {
  const file = await replicate(folder, copies)
  const bare = await copyBare(folder, file)
  const dataDir = await mkdtemp(join(folder, 'data-'))
  const server = await startServer({ dataDir })
  try {
    const { token } = await signIn(server.url)
    const { sending, importing, peak } = await upload({ server, token }, file)
    const perSecond = (ms: number) => Math.round((file.rows / ms) * 1000)
    const whole = sending + importing
    return [
      `${Math.round(statSync(file.path).size / MEBIBYTE)} MiB, ${file.rows.toLocaleString('en-US')} rows`,
      perSecond(bare),
      perSecond(importing),
      perSecond(whole),
      bare / importing,
      bare / whole,
      Math.round(peak),
    ]
  } finally {
    await server.stop()
    await rm(file.path, { force: true })
  }
}

if (hasOnlineRetail) {
  const folder = await mkdtemp(join(tmpdir(), 'cuvee-bench-'))
  try {
    const rows = []
    for (const copies of COPIES) rows.push(await measure(folder, copies))
    printTable(
      'Upload of order lines (rows a second; aims: import at least 0.25 of COPY, RSS under 700 MB)',
      ['file', 'COPY', 'import', 'with sending', 'import/COPY', 'all/COPY', 'peak RSS MB'],
      rows,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
} else process.stdout.write(`No upload measured: ${ONLINE_RETAIL_FILE} is not there.\n`)
