import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test, vi } from 'vitest'
import { startServerProcess } from '#testkit/server-process.ts'
import { copyInstallation } from '#testkit/test-database.ts'
import { callCommand, killRestore, runCommand, stopLeftPostgres } from './operator-process.fixture.ts'

vi.setConfig({ testTimeout: 180_000 })

const root = await mkdtemp(join(tmpdir(), 'cuvee-backup-'))
afterAll(() => rm(root, { recursive: true, force: true }))

const credentials = { email: 'keeper@winery.example', password: 'Barrel&Stave7' }

interface Call {
  readonly method?: string
  readonly token?: string
  readonly body?: unknown
}

const api = async (address: string, path: string, { method = 'POST', token, body }: Call = {}) => {
  const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const isForm = body instanceof FormData
  const response = await fetch(`${address}/api${path}`, {
    method,
    headers: isForm || body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

const CSV = `orderId,orderDate,sku,quantity,unitPrice,productTitle
A1,2026-03-01,PN,2,30.00,Pinot Noir
A2,2026-03-02,CH,1,25.50,Chardonnay
`

const loadOrders = async (address: string, token: string): Promise<void> => {
  const { id } = await api(address, '/service', { token, body: { type: 'csv', name: 'Files' } })
  const form = new FormData()
  form.set('kind', 'order_lines')
  form.set('file', new Blob([CSV], { type: 'text/csv' }), 'orders.csv')
  const { runId } = await api(address, `/service/${id}/upload`, { token, body: form })
  await vi.waitFor(
    async () => {
      const run = await api(address, `/service/${id}/runs/${runId}`, { method: 'GET', token })
      expect(run).toMatchObject({ status: 'succeeded' })
    },
    { timeout: 60_000, interval: 300 },
  )
}

/** Status and bytes of the logo as served. */
const logoOf = async (address: string, token: string): Promise<string> => {
  const { logoImageUrlLarge } = await api(address, '/account', { method: 'GET', token })
  const picture = await fetch(`${address}${logoImageUrlLarge}`)
  return `${picture.status} ${Buffer.from(await picture.arrayBuffer()).toString('base64')}`
}

const setLogo = async (address: string, token: string): Promise<void> => {
  const form = new FormData()
  const logo = await sharp({ create: { width: 60, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  form.set('photo', new Blob([new Uint8Array(logo)], { type: 'image/png' }), 'logo.png')
  await api(address, '/account/set-photo', { token, body: form })
}

const netSales = async (address: string, token: string): Promise<unknown> => {
  const definition = { reportType: 'Orders', columns: [{ columnId: 'netSales', aggregation: 'Sum' }] }
  const { rows } = await api(address, '/reports/query', { token, body: { definition } })
  return rows
}

const signIn = async (address: string): Promise<string> => {
  const { email: username, password } = credentials
  const session = await api(address, '/token', { body: { grant_type: 'password', username, password } })
  return session.access_token
}

const backup = join(root, 'backup')
const dataDir = join(root, 'data')
const restoredDir = join(root, 'restored')

test('F37: restores a backup of the running server with all data into a second directory', async () => {
  copyInstallation(dataDir)
  const server = startServerProcess({ dataDir })
  const address = await server.ready()
  await api(address, '/account/create-account', {
    body: { ...credentials, firstName: 'A', lastName: 'B', accountName: 'Keepers', culture: 'en-US' },
  })
  const token = await signIn(address)
  await loadOrders(address, token)
  await setLogo(address, token)
  const logo = await logoOf(address, token)
  const before = await netSales(address, token)
  expect(before).toEqual([[85.5]])

  const result = await runCommand(dataDir, 'backup', backup)
  expect(result).toEqual({ code: 0, output: expect.stringContaining('Backup made in') })
  expect((await stat(backup)).mode & 0o077).toBe(0)
  expect((await callCommand(dataDir, 'backup', backup)).output).toContain('exists already')

  const changed = await callCommand(dataDir, 'account', credentials.email, '--type', 'Micro')
  expect(changed.output).toContain('Micro')
  server.kill('SIGTERM')
  await server.exited()

  expect(await callCommand(restoredDir, 'restore', backup)).toMatchObject({ code: 0 })
  const restored = startServerProcess({ dataDir: restoredDir })
  const newAddress = await restored.ready()
  const newToken = await signIn(newAddress)
  expect(await netSales(newAddress, newToken)).toEqual(before)
  expect(logo).toMatch(/^200 UklGR/)
  expect(await logoOf(newAddress, newToken)).toBe(logo)
  expect(await api(newAddress, '/account', { method: 'GET', token: newToken })).toMatchObject({
    name: 'Keepers',
    accountType: 'Reserve',
  })
  // ids continue after the restored rows
  const other = { ...credentials, email: 'second@winery.example', firstName: 'A', lastName: 'B' }
  const second = await api(newAddress, '/account/create-account', {
    body: { ...other, accountName: 'Second', culture: 'en-US' },
  })
  expect(second.accountId).toBe(2)
  restored.kill('SIGTERM')
  await restored.exited()
})

test('creates a backup when no server runs', async () => {
  const offline = join(root, 'offline')
  expect(await callCommand(dataDir, 'backup', offline)).toMatchObject({ code: 0 })
  expect((await readdir(offline)).toSorted()).toEqual(['app', 'files', 'keys.json', 'manifest.json', 'warehouse'])
})

test('refuses to restore over existing data or from an incomplete backup', async () => {
  expect(await callCommand(dataDir, 'restore', backup)).toMatchObject({
    code: 1,
    output: expect.stringContaining('is not empty'),
  })
  const incomplete = join(root, 'half')
  await mkdir(incomplete)
  const refused = await callCommand(join(root, 'fresh'), 'restore', incomplete)
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('is not a complete backup') })
})

test('rejects an unknown user in the account command unless a password is given', async () => {
  const { code, output } = await callCommand(dataDir, 'account', 'nobody@winery.example', '--type', 'Micro')
  expect([code, output]).toEqual([1, expect.stringContaining('nobody has the address')])
})

test('runs the account command when no server runs', async () => {
  const args = [
    'keeper@winery.example',
    '--type',
    'Boutique',
    '--trial-ends',
    '2026-01-01',
    '--roles',
    'User,PowerUser',
  ]
  const { output } = await callCommand(dataDir, 'account', ...args)
  expect(output).toContain('Boutique, trial ends 2026-01-01T00:00:00.000Z, billed by Stripe, roles User, PowerUser')
})

test('F37: removes what a failed backup wrote', async () => {
  const pipe = join(dataDir, 'files', 'pipe')
  execFileSync('mkfifo', [pipe])
  const { code, output } = await callCommand(dataDir, 'backup', join(root, 'failed'))
  await rm(pipe)
  expect([code, output.slice(output.lastIndexOf('}\n') + 1)]).toEqual([1, expect.stringContaining('FIFO')])
  expect((await readdir(root)).filter((name) => name.startsWith('failed'))).toEqual([])
})

test('F37: nothing starts on a restore that was killed', async () => {
  const killedDir = join(root, 'killed')
  await killRestore(killedDir, backup, 'warehouse/1.duckdb')
  const message = /did not finish: delete the directory and restore again/
  await expect(startServerProcess({ dataDir: killedDir }).ready()).rejects.toThrow(message)
  const refused = { code: 1, output: expect.stringMatching(message) }
  expect(await callCommand(killedDir, 'account', credentials.email, '--type', 'Micro')).toMatchObject(refused)
  expect(await callCommand(killedDir, 'restore', backup)).toMatchObject(refused)
  await stopLeftPostgres(killedDir)
})
