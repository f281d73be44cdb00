import { createWriteStream, openAsBlob, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RegistrationResponse } from '#contract/auth.ts'
import { stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { type ServerProcess, startServerProcess } from '#testkit/server-process.ts'
import { copyInstallation } from '#testkit/test-database.ts'

vi.setConfig({ testTimeout: 900_000 })

const MIB = 1024 ** 2
/** An upload may have 500. */
const FILE_BYTES = 490 * MIB
/** Half as much again as was measured, on a machine whose memory would allow 2 GiB for the account's file. */
const MOST_MIB = { uploading: 1_600, exporting: 700 }
const LINES_AT_ONCE = 10_000

const dataDir = await mkdtemp(join(tmpdir(), 'cuvee-memory-'))
const file = join(dataDir, 'large.csv')
let server: ServerProcess
let url = ''
let token = ''

beforeAll(async () => {
  copyInstallation(dataDir)
  server = startServerProcess({ dataDir, env: { RATE_LIMITS: 'off', LOG_LEVEL: 'silent' } })
  url = await server.ready()
})
afterAll(async () => {
  server.kill('SIGTERM')
  await server.exited()
  await stopPostmaster(join(dataDir, 'postgres'))
  await rm(dataDir, { recursive: true, force: true })
})

const ask = async (path: string, body?: object): Promise<Response> => {
  const isForm = body instanceof FormData
  const response = await fetch(`${url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

/** How much more resident memory the server has at its highest than before, in MiB. */
const memoryOf = async (work: () => Promise<unknown>): Promise<number> => {
  const resident = (name: 'VmHWM' | 'VmRSS'): number => {
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
    return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
  }
  // Begins the highest value anew.
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
  const before = resident('VmRSS')
  await work()
  return resident('VmHWM') - before
}

/** Order lines, each order of its own, of a year; returns how many. */
const writeLines = async (path: string, bytes: number): Promise<number> => {
  let lines = 0
  const chunks = function* () {
    yield 'Order,Date,SKU,Quantity,Price\n'
    for (let written = 0; written < bytes; ) {
      let chunk = ''
      for (let at = 0; at < LINES_AT_ONCE; at += 1, lines += 1) {
        const day = `2025-${String(1 + (lines % 12)).padStart(2, '0')}-${String(1 + (lines % 28)).padStart(2, '0')}`
        chunk += `A${lines},${day},SKU-${lines % 400},${1 + (lines % 6)},25.50\n`
      }
      written += chunk.length
      yield chunk
    }
  }
  await pipeline(Readable.from(chunks()), createWriteStream(path))
  return lines
}

test('F27: an upload of 490 MB and an export of all its lines take a bounded amount of memory', async () => {
  const person = { firstName: 'A', lastName: 'B', email: 'large@winery.example', password: 'Barrel&Stave7' }
  const registered = await ask('/account/create-account', { ...person, accountName: 'Large', culture: 'en-US' })
  token = RegistrationResponse.parse(await registered.json()).token.access_token
  const { id: service } = await (await ask('/service', { type: 'csv', name: 'File', settings: {} })).json()
  const lines = await writeLines(file, FILE_BYTES)

  const uploading = await memoryOf(async () => {
    const form = new FormData()
    form.append('kind', 'order_lines')
    form.append(
      'mapping',
      JSON.stringify({ orderId: 'Order', orderDate: 'Date', sku: 'SKU', quantity: 'Quantity', unitPrice: 'Price' }),
    )
    form.append('file', await openAsBlob(file), 'large.csv')
    const { runId } = await (await ask(`/service/${service}/upload`, form)).json()
    for (;;) {
      const { status, error } = await (await ask(`/service/${service}/runs/${runId}`)).json()
      if (status === 'succeeded') return
      if (status !== 'queued' && status !== 'running') throw new Error(`${status}: ${JSON.stringify(error)}`)
      await pause(500)
    }
  })

  const columns = ['orderNumber', 'orderDate', 'sku', 'quantity', 'netSales'].map((columnId) => ({ columnId }))
  let exported = 0
  const exporting = await memoryOf(async () => {
    const { body } = await ask('/reports/export', { definition: { reportType: 'OrderLines', columns }, format: 'csv' })
    for await (const chunk of body ?? []) for (const byte of chunk) if (byte === 10) exported += 1
  })
  expect(exported).toBe(lines + 1)
  expect(uploading).toBeLessThan(MOST_MIB.uploading)
  expect(exporting).toBeLessThan(MOST_MIB.exporting)
})
