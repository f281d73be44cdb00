import { globSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sample } from '#testkit/lane.ts'
import { copyInstallation } from '#testkit/test-database.ts'
import { callCommand, startCommand, stopLeftPostgres, waitForFile } from './operator-process.fixture.ts'
import { askServer, listenToOperator } from './operator-socket.ts'

vi.setConfig({ testTimeout: 120_000 })

const root = await mkdtemp(join(tmpdir(), 'cuvee-stopped-'))
const dataDir = join(root, 'data')
afterAll(async () => {
  await stopLeftPostgres(dataDir)
  await rm(root, { recursive: true, force: true })
})

test('a command that a signal stops ends in one sentence', async () => {
  copyInstallation(dataDir)
  const { child, ended } = startCommand(dataDir, 'account', 'keeper@winery.example', '--password', 'Barrel&Stave7')
  await waitForFile(join(dataDir, 'postgres', 'postmaster.pid'))
  child.kill('SIGTERM')
  expect(await ended).toEqual({
    code: 143,
    output: 'account was stopped by SIGTERM before it ended: run it again\n',
  })
})

/** Command lines of processes that name a path below the folder. */
const processesOf = async (folder: string): Promise<string[]> => {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes(folder))
}

describe('a signal', () => {
  const backup = join(root, 'backup')

  beforeAll(async () => {
    copyInstallation(join(root, 'backed-up'))
    expect((await callCommand(join(root, 'backed-up'), 'backup', backup)).code).toBe(0)
  })

  const POINTS = ['postgres/postmaster.pid', 'postgres/PG_VERSION', 'restore-unfinished', 'postgres.new-*']

  /** Waits until a file of the pattern is below the folder. */
  const reach = (folder: string, point: string): Promise<void> =>
    vi.waitFor(() => expect(globSync(join(folder, point))).not.toEqual([]), { timeout: 60_000, interval: 1 })

  test.each(sample(POINTS, 1))('that stops a drill at %s leaves no database and no folder', async (point) => {
    const parent = join(root, `drill-${POINTS.indexOf(point)}`)
    const { child, ended } = startCommand(join(root, 'none'), 'drill', backup, parent)
    await reach(join(parent, 'cuvee-drill-*'), point)
    child.kill('SIGTERM')
    expect(await ended).toEqual({
      code: 143,
      output: 'drill was stopped by SIGTERM before it ended: run it again\n',
    })
    expect(await readdir(parent)).toEqual([])
    expect(await processesOf(parent)).toEqual([])
  })

  test('that stops a restore leaves no database', async () => {
    const restored = join(root, 'restored')
    const { child, ended } = startCommand(restored, 'restore', backup)
    await reach(restored, 'postgres/postmaster.pid')
    child.kill('SIGHUP')
    expect(await ended).toEqual({
      code: 129,
      output:
        'restore was stopped by SIGHUP before it ended: delete the new data directory and restore again, with DATABASE_URL into an empty database\n',
    })
    expect(await processesOf(restored)).toEqual([])
  })

  test('that stops a backup leaves no folder of it', async () => {
    const target = join(root, 'second')
    const { child, ended } = startCommand(join(root, 'backed-up'), 'backup', target)
    await reach(root, 'second.unfinished')
    child.kill('SIGINT')
    expect(await ended).toEqual({
      code: 130,
      output: 'backup was stopped by SIGINT before it ended: run it again\n',
    })
    expect(globSync(`${target}*`)).toEqual([])
    expect(await processesOf(join(root, 'backed-up'))).toEqual([])
  })
})

test('a command whose server stops ends in one sentence', async () => {
  const socketPath = join(root, 'operator.sock')
  const server = await listenToOperator(socketPath, {
    backup: async () => {
      server.closeAllConnections()
      return 'never sent'
    },
  })
  await expect(askServer(socketPath, 'backup', '')).rejects.toThrow('the server stopped before the command ended')
  server.close()
})
