import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startTestDatabase } from '#testkit/test-database.ts'
import { isOwned, takeOwnerLock } from './owner-lock.ts'

const { connection, drop } = await startTestDatabase()
afterAll(drop)

const start = async (sharedBy?: string) => {
  const lock = await takeOwnerLock({ connection, sharedBy, onLost: () => undefined })
  onTestFinished(() => lock.release())
}

const IN_USE = `data directory is in use (pid ${process.pid})`

test('processes with directories of their own share a database', async () => {
  await start('/data/web')
  await start('/data/worker')
  expect(await isOwned(connection)).toBe(true)
})

test.each([
  ['a server that runs alone refuses another', undefined, undefined],
  ['a server that runs alone refuses a process that shares', undefined, '/data/web'],
  ['a process that shares refuses a server that runs alone', '/data/web', undefined],
  ['processes that share refuse the directory of another', '/data/web', '/data/web'],
])('%s', async (_, first, second) => {
  await start(first)
  await expect(start(second)).rejects.toThrow(IN_USE)
})

test('a database is free after its processes have ended', async () => {
  expect(await isOwned(connection)).toBe(false)
})
