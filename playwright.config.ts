import { defineConfig } from '@playwright/test'
import { chromiumArgs, chromiumPath } from './e2e/kit/chromium.ts'

export default defineConfig({
  testDir: './e2e',
  outputDir: './node_modules/.cache/cuvee/e2e',
  globalSetup: './e2e/kit/build-web.setup.mjs',
  // Two cores: a browser and a server for each of two workers keep them busy.
  workers: 2,
  // Where nobody watches, a journey that stumbles over a busy machine is walked once more, and told as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // A trace takes as long again as the journey it tells of; `--trace on` leaves one of a journey to look into.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { ...chromiumPath(), args: [...chromiumArgs] },
  },
})
