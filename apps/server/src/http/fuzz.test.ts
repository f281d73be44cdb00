import pino from 'pino'
import { expect, test } from 'vitest'
import { createRandom } from '#connectors/sample/random.ts'
import { fuzzWinery } from '#testkit/fuzz/fuzz-winery.ts'
import { watchLookups } from '#testkit/fuzz/hostile-values.ts'
import { volume } from '#testkit/lane.ts'
import { testApp } from '#testkit/test-app.ts'

const REQUESTS = volume({ normal: 150, full: 50_000 })
/** A new account for every so many requests: what the calls create would slow them down. */
const PER_ACCOUNT = 2500
/** Set it to the seed of a failure to repeat it. */
const SEED = Number(process.env.FUZZ_SEED ?? 1)

// The log has the reason of an error that its answer conceals.
let logged = ''
const log = pino(
  { level: 'error' },
  {
    write: (line) => {
      logged = line
    },
  },
)
const t = await testApp({ env: { RATE_LIMITS: 'off' }, deps: { log } })

test(`answers ${REQUESTS} generated requests without a 5xx, a foreign text, a leak or a lookup of an inherited name`, {
  timeout: 3_600_000,
}, async () => {
  const problems = new Map<string, unknown>()
  const lookups = watchLookups()
  for (let done = 0; done < REQUESTS; done += PER_ACCOUNT) {
    const seed = SEED + done
    const winery = await fuzzWinery(t, createRandom(seed))
    for (let sent = 0; sent < Math.min(PER_ACCOUNT, REQUESTS - done); sent += 1) {
      const { key, ...found } = await winery.send()
      if (key !== null && !problems.has(key)) problems.set(key, { seed, sent, ...found, logged })
    }
  }
  expect([...problems.values()]).toEqual([])
  expect([...lookups]).toEqual([])
})
