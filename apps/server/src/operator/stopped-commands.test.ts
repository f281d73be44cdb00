import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { copyInstallation } from '#testkit/test-database.ts'
import { startCommand, stopLeftPostgres, waitForFile } from './operator-process.fixture.ts'
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
