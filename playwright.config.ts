import { defineConfig } from '@playwright/test'
import { chromiumArgs, chromiumPath } from './e2e/kit/chromium.ts'
import { isKilled } from './e2e/kit/installation.ts'
import { isFullLane } from './packages/testkit/lane.ts'
import { createTemporaryRoot } from './packages/testkit/temporary-root.ts'

createTemporaryRoot()

export default defineConfig({
  testDir: './e2e',
  outputDir: './node_modules/.cache/cuvee/e2e',
  globalSetup: './e2e/kit/demo-winery.setup.mjs',
  // Two workers, each with a browser and a server, keep two cores busy.
  workers: 2,
  // In CI, a test that fails on a busy machine is repeated once and reported as flaky. While parts of the server are killed, people
  // see a message and try again, and so do tests.
  retries: isKilled ? 2 : process.env.CI ? 1 : 0,
  timeout: isKilled ? 240_000 : 120_000,
  // A killed worker's import goes on after up to 15 seconds.
  expect: { timeout: isKilled ? 60_000 : 20_000 },
  // Tests tagged @full run in the full lane only (docs/testing.md).
  ...(isFullLane ? {} : { grepInvert: /@full/ }),
  forbidOnly: true,
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    // Tests see the server's answers, except where they ask for stored ones.
    serviceWorkers: 'block',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // A trace doubles a test's time; run with `--trace on` to record one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { ...chromiumPath(), args: [...chromiumArgs] },
  },
})
