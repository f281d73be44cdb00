import { expect, test } from 'vitest'
import { volume } from '#testkit/lane.ts'
import type { Fault } from '../kit/fake-server.fixture.ts'
import { sortedRows } from '../kit/memory-sink.fixture.ts'
import { isPlatformProblem } from '../kit/platform-problems.ts'
import { setUpSync } from '../kit/sync-setup.fixture.ts'
import { IMPATIENT } from '../kit/test-connection.fixture.ts'
import { createRandom, pickFrom } from '../kit/winery.fixture.ts'
import { squareConnector } from './square.connector.ts'
import { startSquareFake } from './square-fake.fixture.ts'
import { openSquare } from './square-session.ts'

const ROUNDS = volume({ normal: 2, full: 12 })
const SEED = 4711
const HOUR = 3_600_000

/** Faults of any call, including calls outside the main stream: payments, customers, returned orders, the catalog. */
const FAULTS: readonly Fault[] = [
  'reset',
  'cut',
  'empty',
  'html',
  'hang',
  { status: 429, headers: { 'retry-after': '1' } },
  { status: 500 },
  { status: 400, body: JSON.stringify({ errors: [{ code: 'INVALID_CURSOR' }] }) },
  { status: 401 },
  { edit: (body) => body.slice(0, -3) },
  { edit: (body) => body.replace(/\[\{.*/s, '7}') },
]

test(`${ROUNDS} reads of a randomly failing Square (seed ${SEED}) end with correct rows, at the latest after a retry`, async () => {
  const random = createRandom(SEED)
  const start = (now: () => number) => startSquareFake({ orders: 80, now, mostOrders: 20 })
  const setup = await setUpSync({ connector: squareConnector, open: openSquare, start }, { limits: IMPATIENT })
  const { fake, sink, sync, clock } = setup
  const ends = { failed: 0, succeeded: 0 }

  for (let round = 0; round < ROUNDS; round += 1) {
    for (let fault = Math.floor(random() * 3); fault >= 0; fault -= 1) {
      let calls = Math.floor(random() * 30)
      fake.server.failNext(pickFrom(FAULTS, random), {
        times: 1 + Math.floor(random() * 6),
        when: () => calls-- <= 0,
      })
    }
    const problem = await sync().then(
      () => null,
      (error: unknown) => error,
    )
    if (problem !== null) expect(isPlatformProblem(problem)).toBe(true)
    ends[problem === null ? 'succeeded' : 'failed'] += 1
    fake.server.heal()
    if (problem !== null) await sync()
    expect(sink.rows()).toEqual(sortedRows(fake.expected()))
    expect(sink.quarantined).toEqual([])
    clock.now += HOUR
    fake.change(5)
    clock.now += HOUR
  }
  expect(ends.failed).toBeGreaterThan(0)
  expect(ends.succeeded).toBeGreaterThan(0)
}, 60_000)
