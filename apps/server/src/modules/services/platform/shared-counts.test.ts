import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { type Budgets, createBudgetRegistry } from '#connectors/kit/budgets.ts'
import { createScaledClock } from '#connectors/kit/scaled-clock.ts'
import { openDatabase } from '#server/db/database.ts'
import { patientPool } from '#testkit/patient-pool.ts'
import { startTestDatabase } from '#testkit/test-database.ts'
import { sharedCounts } from './shared-counts.ts'

const database = await startTestDatabase()
const pools = [1, 2, 3].map(() => patientPool(database.connection, 4))

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await database.drop()
})

const SCALE = 50
const PAGE = { name: 'page', calls: 4, perMs: 10_000 }

/** The budgets of one connection in each of three processes, whose clocks are fast. */
const inThreeProcesses = (connectionId: string): readonly Budgets[] =>
  pools.map((pool) => {
    const pace = createScaledClock(SCALE)
    const counts = (id: string) => sharedCounts(openDatabase(pool), id, SCALE)
    return createBudgetRegistry(pace, counts).of(connectionId, [PAGE])
  })

interface Use {
  readonly waits: string[]
  readonly signal?: AbortSignal
}

const use = ({ waits, signal = new AbortController().signal }: Use = { waits: [] }) => ({
  names: ['page'],
  signal,
  onWait: ({ reason }: { reason: string }) => void waits.push(reason),
})

interface Call {
  readonly start: number
  readonly end: number
}

const called = async (budgets: Budgets, ms = 0): Promise<Call> =>
  budgets.within(use(), async () => {
    const start = performance.now()
    await pause(ms)
    return { start, end: performance.now() }
  })

/** The largest number of calls that the platform may have received within any `perMs`, whenever each arrived while it ran. */
const mostWithin = (calls: readonly Call[], perMs: number): number =>
  Math.max(...calls.map(({ end }) => calls.filter((other) => other.end >= end && other.start <= end + perMs).length))

test('three processes keep the rate of a platform together', async () => {
  const processes = inThreeProcesses('together')
  const calls = await Promise.all(
    Array.from({ length: 24 }, (_, index) => called(processes[index % 3] as Budgets, (index * 7) % 30)),
  )
  expect(calls).toHaveLength(24)
  expect(mostWithin(calls, PAGE.perMs / SCALE)).toBeLessThanOrEqual(PAGE.calls)
})

test('connections have budgets of their own', async () => {
  const [one] = inThreeProcesses('one')
  const [other] = inThreeProcesses('other')
  const waits: string[] = []
  const calls = Array.from({ length: 8 }, (_, index) =>
    ((index % 2 ? one : other) as Budgets).within(use({ waits }), async () => undefined),
  )
  await Promise.all(calls)
  expect(waits).toEqual([])
})

test('a failed call counts, and a call that waits says why and ends with its run', async () => {
  const [one, other] = inThreeProcesses('failed') as [Budgets, Budgets]
  for (let call = 0; call < PAGE.calls; call++)
    await expect(one.within(use(), () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const waits: string[] = []
  const run = new AbortController()
  const onWait = ({ reason }: { reason: string }) => {
    waits.push(reason)
    run.abort(new Error('The run ends'))
  }
  const waiting = other.within({ ...use(), signal: run.signal, onWait }, async () => undefined)
  await expect(waiting).rejects.toThrow('The run ends')
  expect(waits).toContain('The platform takes 4 calls in 10 seconds')
})

test('a pause that a platform asks one process for holds in all', async () => {
  const [one, other] = inThreeProcesses('paused') as [Budgets, Budgets]
  const start = performance.now()
  one.pause(300 * SCALE, 'The platform is busy')
  await pause(30)
  const waits: string[] = []
  await other.within(use({ waits }), async () => undefined)
  // Timers may fire a millisecond early.
  expect(performance.now() - start).toBeGreaterThanOrEqual(298)
  expect(waits).toEqual(['The platform is busy'])
})
