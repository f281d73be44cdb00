import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startServerProcess } from '#testkit/server-process.ts'
import { copyInstallation } from '#testkit/test-database.ts'
import { isEncrypted } from '#warehouse/duckdb/encryption/open-database.ts'
import { fillAccount } from './large-account.fixture.ts'
import { callCommand, callCommandWith } from './operator-process.fixture.ts'

vi.setConfig({ testTimeout: 180_000 })

const USER = { email: 'owner@winery.example', password: 'Barrel&Stave7' }
const newKey = () => randomBytes(32).toString('base64')

test('a server with data encrypts it after a restart, changes its keys, does not start without them, and decrypts it again', async () => {
  const root = await mkdtemp(join(tmpdir(), 'cuvee-encrypted-server-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const dataDir = join(root, 'data')
  copyInstallation(dataDir)
  expect(await callCommand(dataDir, 'account', USER.email, '--password', USER.password)).toMatchObject({ code: 0 })
  await fillAccount(dataDir, 1, { orders: 20_000, orderLines: 30_000 })
  const file = join(dataDir, 'warehouse', '1.duckdb')

  const start = (settings: Readonly<Record<string, string>>) => {
    const server = startServerProcess({ dataDir, env: { LOG_LEVEL: 'info', ...settings } })
    onTestFinished(() => server.kill('SIGKILL'))
    return server
  }
  const orders = async (address: string): Promise<unknown> => {
    const post = async (path: string, body: object, token = '') => {
      const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
      const response = await fetch(`${address}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return response.json()
    }
    const session = await post('/token', { grant_type: 'password', username: USER.email, password: USER.password })
    const definition = { reportType: 'Orders', columns: [{ columnId: 'netSales', aggregation: 'Sum' }] }
    return (await post('/reports/query', { definition }, session.access_token)).rows
  }
  const logged = (server: ReturnType<typeof start>, line: string) =>
    vi.waitFor(() => expect(server.output()).toContain(line), { timeout: 60_000, interval: 200 })

  const plain = start({})
  const before = await orders(await plain.ready())
  plain.kill('SIGTERM')
  await plain.exited()
  expect(await isEncrypted(file)).toBe(false)

  const generated: string = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8')).master
  await expect(start({ ENCRYPT_DATA: '1', MASTER_KEY: generated }).ready()).rejects.toThrow('holds the same master key')

  const first = { ENCRYPT_DATA: '1', MASTER_KEY: newKey() }
  const encrypted = start({ ...first, MASTER_KEY_OLD: generated })
  const address = await encrypted.ready()
  await logged(encrypted, 'account file encrypted')
  expect([await isEncrypted(file), await orders(address)]).toEqual([true, before])
  encrypted.kill('SIGTERM')
  await encrypted.exited()

  await expect(start({}).ready()).rejects.toThrow('the master key is not the one')
  const second = { ENCRYPT_DATA: '1', MASTER_KEY: newKey() }
  await expect(start(second).ready()).rejects.toThrow('set the former one as MASTER_KEY_OLD')

  const settings = { DATA_DIR: dataDir, ...second, MASTER_KEY_OLD: first.MASTER_KEY }
  expect(await callCommandWith(settings, 'account', USER.email, '--new-key')).toMatchObject({ code: 0 })
  const renewed = start({ ...second, MASTER_KEY_OLD: first.MASTER_KEY })
  const renewedAddress = await renewed.ready()
  await logged(renewed, 'account keys sealed with the new master key')
  await logged(renewed, 'account file encrypted')
  expect(await orders(renewedAddress)).toEqual(before)
  renewed.kill('SIGTERM')
  await renewed.exited()

  const last = start(second)
  expect(await orders(await last.ready())).toEqual(before)
  last.kill('SIGTERM')
  await last.exited()

  const off = start({ MASTER_KEY: second.MASTER_KEY })
  const offAddress = await off.ready()
  await logged(off, 'account file decrypted')
  expect([await isEncrypted(file), await orders(offAddress)]).toEqual([false, before])
  off.kill('SIGTERM')
  await off.exited()
})
