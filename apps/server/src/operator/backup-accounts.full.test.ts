import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startServerProcess } from '#testkit/server-process.ts'
import { copyInstallation } from '#testkit/test-database.ts'
import { writeOlderFile } from '#warehouse/duckdb/older-file.fixture.ts'
import { fillAccount, INSERT_SERVICES } from './large-account.fixture.ts'
import {
  callCommand,
  killRestore,
  runCommand,
  runSql,
  startCommand,
  stopLeftPostgres,
  waitForFile,
} from './operator-process.fixture.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const ORDERS = 1_000_000
const ORDER_LINES = 2_000_000
const DAMAGED = Buffer.alloc(40_960, 'not a database')

const root = await mkdtemp(join(tmpdir(), 'cuvee-backup-accounts-'))
const dataDir = join(root, 'data')
const newFolder = (name: string) => join(root, name)
const accountFile = (accountId: number) => join(dataDir, 'warehouse', `${accountId}.duckdb`)
const manifestOf = async (folder: string) => JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))

const startServer = (folder: string) => {
  const server = startServerProcess({ dataDir: folder, env: { LOG_LEVEL: 'info' } })
  onTestFinished(() => server.kill('SIGKILL'))
  return server
}

const register = (email: string) => callCommand(dataDir, 'account', email, '--password', 'Barrel&Stave7')

/** Sum of i mod 997 for i below `rows`. */
const netSalesOf = (rows: number): number => {
  const rest = rows % 997
  return Math.floor(rows / 997) * ((996 * 997) / 2) + (rest * (rest - 1)) / 2
}

beforeAll(async () => {
  copyInstallation(dataDir)
  expect(await register('large@winery.example')).toMatchObject({ code: 0 })
  expect(await register('small@winery.example')).toMatchObject({ code: 0 })
  await runSql({ DATA_DIR: dataDir }, INSERT_SERVICES)
  await fillAccount(dataDir, 1, { orders: ORDERS, orderLines: ORDER_LINES })
  await fillAccount(dataDir, 2, { orders: 3, orderLines: 5 })
})

afterAll(async () => {
  await stopLeftPostgres(dataDir)
  await rm(root, { recursive: true, force: true })
})

const LARGE_TOTALS = {
  rows: expect.objectContaining({ orders: ORDERS, order_lines: ORDER_LINES }),
  netSales: { USD: netSalesOf(ORDERS) },
}

test('F37: backs up a large account on default settings while no server runs', async () => {
  const folder = newFolder('stopped')
  expect(await runCommand(dataDir, 'backup', folder)).toMatchObject({ code: 0 })
  const { accounts, failed, totals } = await manifestOf(folder)
  expect([accounts, failed]).toEqual([[1, 2], []])
  const last = JSON.parse(await readFile(join(dataDir, 'last-backup.json'), 'utf8'))
  expect(last).toEqual({ madeUtc: expect.any(String), failed: 0 })
  expect(totals).toMatchObject({ 1: LARGE_TOTALS, 2: { rows: { orders: 3, order_lines: 5 }, netSales: { USD: 3 } } })
})

test('F37: the drill restores a backup and compares the totals of every account', async () => {
  const scratch = newFolder('scratch')
  const good = await callCommand(dataDir, 'drill', newFolder('stopped'), scratch)
  expect(good).toMatchObject({ code: 0, output: expect.stringContaining('The backup can be restored.') })
  expect(good.output).toContain(
    `account 1: ${ORDERS} orders, ${ORDER_LINES} order lines, net sales ${netSalesOf(ORDERS)}`,
  )
  expect(await readdir(scratch)).toEqual([])
})

test('F37: backs up the other accounts of a running server when some files cannot be read, and names them', async () => {
  for (const name of ['damaged', 'outdated'])
    expect(await register(`${name}@winery.example`)).toMatchObject({ code: 0 })
  await writeFile(accountFile(3), DAMAGED)
  await writeOlderFile({ file: accountFile(4), version: 5, lines: 20, changes: ['DROP TABLE products'] })
  const server = startServer(dataDir)
  await server.ready()
  const folder = newFolder('running')
  const { code, output } = await runCommand(dataDir, 'backup', folder)
  server.kill('SIGTERM')
  await server.exited()
  for (const accountId of [3, 4]) await rm(accountFile(accountId))

  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/incomplete\. Data not copied: account 3 \(.*not a valid DuckDB/),
  ])
  expect(server.output()).toMatch(/"accountId":3.*account not backed up/)
  const { accounts, failed, totals } = await manifestOf(folder)
  expect(accounts).toEqual([1, 2])
  expect(failed).toEqual([
    { accountId: 3, reason: expect.stringContaining('not a valid DuckDB') },
    { accountId: 4, reason: expect.stringMatching(/^Migration 0006-denormalized-columns failed: .*products/) },
  ])
  expect(totals[1]).toMatchObject(LARGE_TOTALS)
  expect((await readdir(join(folder, 'warehouse'))).toSorted()).toEqual(['1.duckdb', '2.duckdb'])
})

test('F37: the drill fails on accounts whose totals differ or that are missing, and compares the others', async () => {
  const path = join(newFolder('running'), 'manifest.json')
  const text = await readFile(path, 'utf8')
  const manifest = JSON.parse(text)
  manifest.totals[2].netSales.USD = 4
  await writeFile(path, JSON.stringify(manifest))
  const scratch = newFolder('scratch')
  const { code, output } = await runCommand(dataDir, 'drill', newFolder('running'), scratch)
  await writeFile(path, text)
  expect([code, output]).toEqual([1, expect.stringContaining('account 2: net sales USD 3 instead of 4')])
  expect(output).toContain('FAILED account 3: not in the backup')
  expect(output).toContain('ok     account 1')
  expect(await readdir(scratch)).toEqual([])
})

test('F37: removes what a killed backup wrote when the next one is made', async () => {
  const unfinished = `${newFolder('killed')}.unfinished`
  const { child, ended } = startCommand(dataDir, 'backup', newFolder('killed'))
  await waitForFile(join(unfinished, 'warehouse'))
  child.kill('SIGKILL')
  await ended
  expect(existsSync(unfinished)).toBe(true)
  expect(await runCommand(dataDir, 'backup', newFolder('next'))).toMatchObject({ code: 0 })
  expect([existsSync(unfinished), existsSync(newFolder('killed'))]).toEqual([false, false])
  expect(await readdir(join(dataDir, 'warehouse', 'staging', '1'))).not.toContain('backup-copy.duckdb')
})

// What a restore has written when it is killed.
const STAGES = ['warehouse/1.duckdb', 'restore-unfinished', 'postgres/PG_VERSION', 'postgres/postmaster.pid']

test.each(STAGES)('F37: nothing starts on a restore that was killed after it wrote %s', async (written) => {
  const restoredDir = newFolder(`restore-${STAGES.indexOf(written)}`)
  await killRestore(restoredDir, newFolder('running'), written)

  await expect(startServer(restoredDir).ready()).rejects.toThrow('did not finish: delete the directory')
  const refused = { code: 1, output: expect.stringMatching(/did not finish: delete the directory and restore again/) }
  expect(await callCommand(restoredDir, 'account', 'large@winery.example', '--type', 'Micro')).toMatchObject(refused)
  expect(await callCommand(restoredDir, 'restore', newFolder('running'))).toMatchObject(refused)

  await stopLeftPostgres(restoredDir)
  await rm(restoredDir, { recursive: true })
})

test('F37: restores where a killed restore was deleted, and names the accounts that the backup lacks', async () => {
  const restoredDir = newFolder('restore-0')
  const restored = await runCommand(restoredDir, 'restore', newFolder('running'))
  expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/Not in the backup.*account 3/) })
  expect(existsSync(join(restoredDir, 'restore-unfinished'))).toBe(false)
})
