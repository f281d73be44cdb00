import { test as base, expect } from '@playwright/test'
import type { Session } from '#contract/auth.ts'
import { type NameServer, startNameServer } from '#testkit/name-server.ts'
import { type Api, createApi, type Member, signInToWinery } from './api.ts'
import { createWatch, openSignedIn, type Watch } from './browser.ts'
import {
  type Commerce7,
  type Mailchimp,
  type Square,
  type Stripe,
  sendEventsToServer,
  startCommerce7,
  startMailchimp,
  startSquare,
  startStripe,
} from './platforms.ts'
import { startServer, type TestServer } from './server.ts'

export { expect } from '@playwright/test'

interface TestFixtures {
  readonly watch: Watch
  /** opens the path with a session, like a tab that signed in earlier */
  readonly enter: (session: Session, path: string) => Promise<void>
}

interface WorkerFixtures {
  readonly server: TestServer
  /** a platform that the server syncs with */
  readonly commerce7: Commerce7
  /** a platform that users connect by consenting there */
  readonly square: Square
  /** a platform that people are tagged in */
  readonly mailchimp: Mailchimp
  /** the payment provider */
  readonly stripe: Stripe
  /** looks up the domains of single sign-on */
  readonly names: NameServer
  readonly api: Api
  /** the owner of the demo winery, whose data is loaded */
  readonly winery: Member
}

/** Milliseconds for a cold start and for loading the demo winery. */
const SET_UP_LIMIT = 120_000

export const test = base.extend<TestFixtures, WorkerFixtures>({
  commerce7: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern
    async ({}, use) => {
      const commerce7 = await startCommerce7()
      await use(commerce7)
      await commerce7.server.close()
    },
    { scope: 'worker' },
  ],
  square: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern
    async ({}, use) => {
      const square = await startSquare()
      await use(square)
      await square.server.close()
    },
    { scope: 'worker' },
  ],
  mailchimp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern
    async ({}, use) => {
      const mailchimp = await startMailchimp()
      await use(mailchimp)
      await mailchimp.server.close()
    },
    { scope: 'worker' },
  ],
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern
    async ({}, use) => {
      const stripe = await startStripe()
      await use(stripe)
      await stripe.server.close()
    },
    { scope: 'worker' },
  ],
  names: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern
    async ({}, use) => {
      const names = await startNameServer()
      await use(names)
      await names.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ commerce7, square, mailchimp, stripe, names }, use) => {
      const own = { ...commerce7.environment, ...square.environment, ...mailchimp.environment }
      const platforms = { ...own, ...stripe.environment }
      const env = { ...platforms, DNS_SERVERS: names.address }
      const server = await startServer({ env })
      sendEventsToServer(stripe, server.url)
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
    async ({ context, server }, use) => {
      const watch = createWatch(server)
      await watch.attach(context)
      await use(watch)
      expect(watch.problems()).toEqual([])
    },
    { auto: true },
  ],
  enter: ({ page }, use) => use((session, path) => openSignedIn(page, session, path)),
})
