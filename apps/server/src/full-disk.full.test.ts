import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { RegistrationResponse } from '#contract/auth.ts'
import { DashboardSummary } from '#contract/dashboards.ts'
import { stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { startServerProcess } from '#testkit/server-process.ts'
import { copyInstallation } from '#testkit/test-database.ts'

const run = promisify(execFile)
const MIB = 1024 ** 2

/** A data directory on a disk of 300 MiB in memory, or null where this user may not mount one. */
const smallDisk = async (): Promise<string | null> => {
  const folder = await mkdtemp(join(tmpdir(), 'cuvee-full-disk-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', folder]).catch(() => null)
  if (!mounted) return null
  onTestFinished(async () => {
    await run('umount', ['-l', folder])
  })
  return folder
}

/** Another program's file: takes the whole disk, a mebibyte at a time. */
const fillDisk = async (path: string): Promise<void> => {
  const file = await open(path, 'w')
  try {
    for (const size of [MIB, 4_096, 1])
      for (let isFull = false; !isFull; ) isFull = await file.write(Buffer.alloc(size, 1)).then(() => false, isNoSpace)
  } finally {
    await file.close()
  }
}

const isNoSpace = (error: NodeJS.ErrnoException): true => {
  if (error.code === 'ENOSPC') return true
  throw error
}

const EMAIL = 'full@winery.example'
const PASSWORD = 'Barrel&Stave7'
const LINES = 'Order,Date,SKU,Quantity,Price\nA1,2026-05-02,PN,2,30.00\nA2,2026-05-03,CH,1,25.50\n'
const MAPPING = { orderId: 'Order', orderDate: 'Date', sku: 'SKU', quantity: 'Quantity', unitPrice: 'Price' }
const REPORT = {
  definition: {
    reportType: 'OrderLines',
    columns: [{ columnId: 'sku' }, { columnId: 'netSales' }],
    groupColumns: ['sku'],
  },
}

test('F6: a server on a disk that another program fills refuses changes, answers everything else, and has lost no acknowledged save (needs the right to mount)', async (context) => {
  const dataDir = await smallDisk()
  if (!dataDir) return context.skip('this user may not mount a file system')
  copyInstallation(dataDir)
  const server = startServerProcess({ dataDir, env: { RATE_LIMITS: 'off', LOG_LEVEL: 'silent' } })
  onTestFinished(async () => {
    server.kill('SIGTERM')
    await server.exited()
    await stopPostmaster(join(dataDir, 'postgres'))
  })
  const url = await server.ready()

  let token = ''
  const ask = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
    })
  const upload = (): Promise<Response> => {
    const form = new FormData()
    form.append('kind', 'order_lines')
    form.append('mapping', JSON.stringify(MAPPING))
    form.append('file', new Blob([LINES]), 'lines.csv')
    return ask('POST', `/service/${service}/upload`, form)
  }
  const create = (name: string): Promise<Response> => ask('POST', '/dashboards', { name, widgets: [] })
  const names = async (): Promise<string[]> =>
    DashboardSummary.array()
      .parse(await (await ask('GET', '/dashboards/slugs')).json())
      .map(({ name }) => name)
  const sales = async (): Promise<unknown> => {
    const { rows, totals } = await (await ask('POST', '/reports/query', REPORT)).json()
    return { rows, totals }
  }

  const person = { firstName: 'A', lastName: 'B', email: EMAIL, password: PASSWORD }
  const registered = await ask('POST', '/account/create-account', { ...person, accountName: 'Full', culture: 'en-US' })
  token = RegistrationResponse.parse(await registered.json()).token.access_token
  const { id: service } = await (await ask('POST', '/service', { type: 'csv', name: 'File', settings: {} })).json()
  expect((await upload()).status).toBeLessThan(300)
  await expect.poll(async () => JSON.stringify(await sales()), { timeout: 20_000 }).toContain('PN')
  const known = await sales()

  // People save while the disk fills.
  const acknowledged: string[] = []
  let isFilling = true
  const saving = (async () => {
    for (let number = 1; isFilling; number += 1) {
      const { status } = await create(`Save ${number}`)
      if (status < 300) acknowledged.push(`Save ${number}`)
      else expect(status).toBe(507)
    }
  })()
  const ballast = join(dataDir, 'ballast')
  await pause(500)
  await fillDisk(ballast)
  isFilling = false
  await saving
  expect(acknowledged.length).toBeGreaterThan(0)

  expect((await create('Refused')).status).toBe(507)
  expect((await upload()).status).toBe(507)
  expect(await sales()).toEqual(known)
  expect(await names()).toEqual(expect.arrayContaining(acknowledged))
  const credentials = { grant_type: 'password', username: EMAIL, password: PASSWORD }
  expect((await ask('POST', '/token', credentials)).status).toBe(200)
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ failing: ['disk'] })

  await rm(ballast)
  expect((await create('After')).status).toBeLessThan(300)
  const stored = await names()
  expect(stored).toEqual(expect.arrayContaining([...acknowledged, 'After']))
  expect(stored).not.toContain('Refused')
  expect(await sales()).toEqual(known)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
}, 180_000)
