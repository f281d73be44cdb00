import { mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { Dashboard } from '#contract/dashboards.ts'
import { stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { serviceCalls } from '#server/modules/services/service-calls.fixture.ts'
import { remoteApp, startServerProcess } from '#testkit/server-process.ts'
import { mountSmallDisk } from '#testkit/small-disk.ts'
import { testClient } from '#testkit/test-client.ts'
import { copyInstallation } from '#testkit/test-database.ts'

const MIB = 1024 ** 2
/** Below the floor under which changes are refused. */
const NEARLY_FULL = 20 * MIB
const BALLAST = 'ballast'

/** Another program's file in a folder grows until no more than `leaving` bytes are free on the disk. */
const fillDisk = async (folder: string, leaving: number): Promise<void> => {
  const file = await open(join(folder, BALLAST), 'a')
  const isRoomy = async (): Promise<boolean> => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize > leaving
  }
  try {
    while (await isRoomy()) await file.write(Buffer.alloc(MIB, 1)).catch(assertNoSpace)
  } finally {
    await file.close()
  }
}

const assertNoSpace = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOSPC') throw error
}

const LINES = 'Order,Date,SKU,Quantity,Price\nA1,2026-05-02,PN,2,30.00\nA2,2026-05-03,CH,1,25.50\n'
const FILE = {
  kind: 'order_lines',
  mapping: '{"orderId":"Order","orderDate":"Date","sku":"SKU","quantity":"Quantity","unitPrice":"Price"}',
}
const BY_SKU = {
  reportType: 'OrderLines',
  columns: [{ columnId: 'sku' }, { columnId: 'netSales' }],
  groupColumns: ['sku'],
  orderColumns: [{ columnId: 'sku', direction: 'asc' }],
}

test('F6: a server on a disk that another program fills refuses changes, lets people sign in until there is no room left and read in any case, and has lost no acknowledged save (needs the right to mount)', async (context) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cuvee-full-disk-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  if (!(await mountSmallDisk(dataDir, 300))) return context.skip('this user may not mount a file system')
  copyInstallation(dataDir)
  const server = startServerProcess({ dataDir, env: { RATE_LIMITS: 'off', LOG_LEVEL: 'silent' } })
  onTestFinished(async () => {
    server.kill('SIGTERM')
    await server.exited()
    await stopPostmaster(join(dataDir, 'postgres'))
  })
  const url = await server.ready()
  const app = remoteApp(url)
  const { call, register, signIn } = testClient(app)
  const { addService, imported, upload } = serviceCalls({ call, app })
  const member = await register()
  const { token } = member

  const create = async (name: string): Promise<number> =>
    (await call('POST', '/dashboards', { token, body: { name, widgets: [] } })).statusCode
  const names = async (): Promise<string[]> =>
    Dashboard.pick({ name: true })
      .array()
      .parse((await call('GET', '/dashboards/slugs', { token })).json())
      .map(({ name }) => name)
  const sales = async (): Promise<unknown> =>
    (await call('POST', '/reports/query', { token, body: { definition: BY_SKU } })).json().rows
  const readiness = async (): Promise<unknown> => (await fetch(`${url}/readyz`)).json()

  const { id } = await addService(member)
  expect(await imported(member, id, LINES, FILE)).toMatchObject({ status: 'succeeded' })
  const known = [
    ['CH', 25.5],
    ['PN', 60],
  ]
  expect(await sales()).toEqual(known)

  // People save while the disk fills.
  const acknowledged: string[] = []
  let isFilling = true
  const saving = (async () => {
    for (let number = 1; isFilling; number += 1) {
      const status = await create(`Save ${number}`)
      if (status < 300) acknowledged.push(`Save ${number}`)
      else expect(status).toBe(507)
    }
  })()
  await pause(500)
  await fillDisk(dataDir, NEARLY_FULL)
  expect(await create('Refused')).toBe(507)
  expect((await signIn(member.email, member.password)).token_type).toBe('Bearer')
  // A sign-in may need room for its session, so there is none on the last byte.
  await fillDisk(dataDir, 0)
  isFilling = false
  await saving
  expect(acknowledged.length).toBeGreaterThan(0)

  expect(await create('Refused')).toBe(507)
  expect((await upload(member, id, LINES, FILE)).statusCode).toBe(507)
  expect(await sales()).toEqual(known)
  expect(await names()).toEqual(expect.arrayContaining(acknowledged))
  expect(await readiness()).toMatchObject({ failing: ['disk'] })

  await rm(join(dataDir, BALLAST))
  expect(await create('After')).toBeLessThan(300)
  const stored = await names()
  expect(stored).toEqual(expect.arrayContaining([...acknowledged, 'After']))
  expect(stored).not.toContain('Refused')
  expect(await sales()).toEqual(known)
  expect(await readiness()).toEqual({ status: 'ready' })
})
