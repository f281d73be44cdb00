import { test as base, expect } from '@playwright/test'
import type { Session } from '#contract/auth.ts'
import { type Api, createApi, type Member } from './api.ts'
import { type Commerce7, startCommerce7 } from './commerce7.ts'
import { signInToWinery } from './demo-winery.ts'
import { enterWith } from './enter.ts'
import { startServer, type TestServer } from './server.ts'
import { type Stripe, startStripe, tellServer } from './stripe.ts'
import { createWatch, type Watch } from './watch.ts'

export { expect } from '@playwright/test'

interface Journey {
  readonly watch: Watch
  /** opens the path in the page with a session, as a tab that was signed in before */
  readonly enter: (session: Session, path: string) => Promise<void>
}

interface Installation {
  readonly server: TestServer
  /** a platform that the server fetches from */
  readonly commerce7: Commerce7
  /** where cards are charged */
  readonly stripe: Stripe
  readonly api: Api
  /** the owner of the demo winery, once its rows are loaded */
  readonly winery: Member
}

/** Milliseconds for a cold start, and for the demo winery's rows. */
const SET_UP_LIMIT = 120_000

export const test = base.extend<Journey, Installation>({
  commerce7: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the wanted fixtures from the pattern
    async ({}, use) => {
      const commerce7 = await startCommerce7()
      await use(commerce7)
      await commerce7.server.close()
    },
    { scope: 'worker' },
  ],
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the wanted fixtures from the pattern
    async ({}, use) => {
      const stripe = await startStripe()
      await use(stripe)
      await stripe.server.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ commerce7, stripe }, use) => {
      const server = await startServer({ ...commerce7.environment, ...stripe.environment })
      tellServer(stripe, server.url)
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: SET_UP_LIMIT },
  ],
  api: [({ server }, use) => use(createApi(server.url)), { scope: 'worker' }],
  winery: [
    async ({ api }, use) => {
      await use(await signInToWinery(api))
    },
    { scope: 'worker', timeout: SET_UP_LIMIT },
  ],
  baseURL: ({ server }, use) => use(server.url),
  watch: [
    async ({ context }, use) => {
      const watch = createWatch()
      await watch.attach(context)
      await use(watch)
      expect(watch.problems()).toEqual([])
    },
    { auto: true },
  ],
  enter: ({ page }, use) => use((session, path) => enterWith(page, session, path)),
})
