import { afterAll } from 'vitest'
import { FAKE_SECRETS, FAKE_SETTINGS, startFakeCommerce7 } from '#connectors/commerce7/fake-commerce7.fixture.ts'
import { createWinery } from '#connectors/commerce7/winery.fixture.ts'
import { parseEnv } from '#server/env.ts'
import { testApp, testClock } from '#testkit/test-app.ts'
import { createPlatformAccess } from './platform/platform-access.ts'
import { platformCalls } from './platform-sync.fixture.ts'

/** Short enough to test a hanging platform, long enough for a busy machine. */
const LIMITS = { connectMs: 2_000, headersMs: 500, bodyIdleMs: 500 }

/** The app with a small fake Commerce7 and accelerated clocks; `syncHere` executes runs. */
export const commerce7App = async ({
  orders = 120,
  env = {},
}: {
  orders?: number
  env?: Record<string, string>
} = {}) => {
  const clock = testClock()
  const winery = createWinery({ orders, now: () => clock.now() })
  const fake = await startFakeCommerce7({ store: winery.store, now: () => clock.now() })
  afterAll(() => fake.server.close())
  const settings = {
    RATE_LIMITS: 'off',
    CONNECTOR_ALLOW_PRIVATE: '1',
    TIME_SCALE: '5000',
    COMMERCE7_URL: `${fake.server.url}/v1`,
    ...env,
  }
  const platforms = { ...createPlatformAccess(parseEnv({ NODE_ENV: 'test', ...settings })), limits: LIMITS }
  const t = await testApp({ clock, env: settings, runsJobs: false, deps: { platforms } })
  const calls = platformCalls(t)
  const platform = { settings: FAKE_SETTINGS, secrets: FAKE_SECRETS, expected: () => winery.rows() }
  const member = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  return { t, clock, winery, fake, member, platform, ...calls }
}
