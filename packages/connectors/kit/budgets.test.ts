import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBudgetRegistry, createBudgets } from './budgets.ts'
import { createManualClock } from './test-connection.fixture.ts'

const use = (names: readonly string[], waits: string[] = []) => ({
  names,
  signal: new AbortController().signal,
  onWait: ({ reason }: { reason: string }) => void waits.push(reason),
})

/** The largest number of calls that the platform may have received within any `perMs`, whenever each arrived while it ran. */
const mostWithin = (calls: readonly { start: number; end: number }[], perMs: number): number =>
  Math.max(0, ...calls.map(({ end }) => calls.filter((other) => other.end >= end && other.start <= end + perMs).length))

test('never exceeds the call budget in any window, whatever the call durations and concurrency', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 10, max: 5000 }),
      fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 40 }),
      fc.integer({ min: 1, max: 4 }),
      async (calls, perMs, durations, atOnce) => {
        const pace = createManualClock()
        const budgets = createBudgets([{ name: 'page', calls, perMs }], pace)
        const made: { start: number; end: number }[] = []
        const left = [...durations]
        const worker = async (): Promise<void> => {
          for (let duration = left.shift(); duration !== undefined; duration = left.shift()) {
            const ms = duration
            await budgets.within(use(['page']), async () => {
              const start = pace.now()
              await pace.sleep(ms)
              made.push({ start, end: pace.now() })
            })
          }
        }
        await Promise.all(Array.from({ length: atOnce }, worker))
        expect(made).toHaveLength(durations.length)
        expect(mostWithin(made, perMs)).toBeLessThanOrEqual(calls)
      },
    ),
    { numRuns: 60 },
  )
})

test('counts failed calls against the budget', async () => {
  const pace = createManualClock()
  const budgets = createBudgets([{ name: 'page', calls: 1, perMs: 60_000 }], pace)
  const start = pace.now()
  await expect(budgets.within(use(['page']), () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await budgets.within(use(['page']), async () => {})
  expect(pace.now() - start).toBeGreaterThanOrEqual(60_000)
})

test('does not delay calls without a budget', async () => {
  const pace = createManualClock()
  const budgets = createBudgets([{ name: 'page', calls: 1, perMs: 60_000 }], pace)
  const start = pace.now()
  for (let call = 0; call < 10; call += 1) await budgets.within(use([]), async () => {})
  expect(pace.now()).toBe(start)
})

test('reports a long wait with its reason', async () => {
  const pace = createManualClock()
  const budgets = createBudgets([{ name: 'page', calls: 100, perMs: 60_000 }], pace)
  const waits: string[] = []
  for (let call = 0; call < 101; call += 1) await budgets.within(use(['page'], waits), async () => {})
  expect(waits).toEqual(['The platform takes 100 calls in 60 seconds'])
})

test('ends a wait with the abort reason of the run', async () => {
  const pace = createManualClock()
  const budgets = createBudgets([{ name: 'page', calls: 1, perMs: 60_000 }], pace)
  await budgets.within(use(['page']), async () => {})
  const signal = AbortSignal.abort(new Error('cancelled'))
  await expect(budgets.within({ ...use(['page']), signal }, async () => {})).rejects.toThrow('cancelled')
})

test('shares budgets between clients of one connection, not across connections', () => {
  const registry = createBudgetRegistry(createManualClock())
  const specs = [{ name: 'page', calls: 1, perMs: 1000 }]
  const first = registry.of('a', specs)
  expect(registry.of('a', specs)).toBe(first)
  expect(registry.of('b', specs)).not.toBe(first)
  registry.forget('a')
  expect(registry.of('a', specs)).not.toBe(first)
})
