import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createBudgets } from './budgets.ts'
import { createPlatformClient, type OpenPlatformClient } from './http-client.ts'
import type { ResponseClassification } from './platform-client.ts'
import { PlatformUnavailable } from './platform-problems.ts'
import { createScaledClock } from './scaled-clock.ts'

const answering = async (
  statuses: readonly number[],
): Promise<{ client: OpenPlatformClient; waits: string[]; times: number[] }> => {
  const pace = createScaledClock(1000)
  const times: number[] = []
  const server = createServer((_request, response) => {
    const status = statuses[Math.min(times.length, statuses.length - 1)] ?? 200
    times.push(pace.now())
    response.writeHead(status).end(`answer ${times.length}`)
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const waits: string[] = []
  const client = createPlatformClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    allowPrivate: true,
    budgets: createBudgets([], pace),
    pace,
    signal: new AbortController().signal,
    random: () => 0.5,
    onWait: ({ reason }) => waits.push(reason),
  })
  onTestFinished(client.close)
  return { client, waits, times }
}

const always = (verdict: ResponseClassification) => () => verdict

test('returns an accepted response whatever its status', async () => {
  const { client, times } = await answering([500])
  const classify = always({ outcome: 'take', pauseMs: 0, reason: '' })
  expect(await client.send({ path: '/a', classify })).toMatchObject({ status: 500, text: 'answer 1' })
  expect(times).toHaveLength(1)
})

test('retries a response classified as failed and keeps its reason in the error', async () => {
  const { client, times } = await answering([200])
  const classify = always({ outcome: 'repeat', pauseMs: 0, reason: 'The platform is closed' })
  const call = client.send({ path: '/a', classify })
  await expect(call).rejects.toThrow(new PlatformUnavailable('The platform is closed, 5 times in a row'))
  expect(times).toHaveLength(5)
})

test('honors a requested pause up to five minutes and still returns the response', async () => {
  const { client, waits, times } = await answering([200])
  const classify = always({ outcome: null, pauseMs: 86_400_000, reason: 'The platform takes no more calls' })
  expect(await client.send({ path: '/a', classify })).toMatchObject({ text: 'answer 1' })
  expect(await client.send({ path: '/a' })).toMatchObject({ text: 'answer 2' })
  const [first = 0, second = 0] = times
  expect(second - first).toBeGreaterThan(290_000)
  expect(second - first).toBeLessThan(500_000)
  expect(waits).toEqual(['The platform takes no more calls'])
})

test('falls back to the HTTP status when the classifier returns null', async () => {
  const { client, times } = await answering([503, 200])
  expect(await client.send({ path: '/a', classify: () => null })).toMatchObject({ text: 'answer 2' })
  expect(times).toHaveLength(2)
})
