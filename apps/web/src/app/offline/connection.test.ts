import { expect, test } from 'vitest'
import { createConnection } from './connection.ts'

/** A server that answers while `isUp`, and timers that fire on request. */
const setUp = () => {
  const server = { isUp: true }
  const pauses: number[] = []
  let callback = (): void => undefined
  const connection = createConnection({
    probe: async () => server.isUp,
    now: () => 1_000,
    after: (milliseconds, then) => {
      pauses.push(milliseconds)
      callback = then
      return () => undefined
    },
  })
  const fire = async (): Promise<void> => {
    callback()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { server, connection, pauses, fire }
}

test('a single failed call is not an outage while the server answers others', async () => {
  const { connection } = setUp()
  expect(await connection.failed()).toBe(false)
  expect(connection.state().isReachable).toBe(true)
})

test('tries again with growing pauses of at most 30 seconds', async () => {
  const { server, connection, pauses, fire } = setUp()
  server.isUp = false
  expect(await connection.failed()).toBe(true)
  for (let round = 0; round < 6; round += 1) await fire()
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
})

test('tells its listeners once the server answers again', async () => {
  const { server, connection, fire } = setUp()
  const restored: number[] = []
  connection.onRestored((since) => restored.push(since))
  server.isUp = false
  await connection.failed()
  server.isUp = true
  await fire()
  expect([connection.state().isReachable, restored]).toEqual([true, [1_000]])
})

test('names the oldest of the stored answers that are shown, and forgets it afterwards', async () => {
  const { server, connection, fire } = setUp()
  server.isUp = false
  await connection.failed()
  for (const at of [500, 300, 400]) connection.showsStored(at)
  expect(connection.state()).toEqual({ isReachable: false, shownFrom: 300 })
  server.isUp = true
  await fire()
  server.isUp = false
  await connection.failed()
  expect(connection.state()).toEqual({ isReachable: false, shownFrom: null })
})

test('starts over with short pauses when asked to try now', async () => {
  const { server, connection, pauses, fire } = setUp()
  server.isUp = false
  await connection.failed()
  for (let round = 0; round < 4; round += 1) await fire()
  connection.retryNow()
  await fire()
  expect(pauses.slice(-2)).toEqual([1_000, 2_000])
})
