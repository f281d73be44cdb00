import { createServer, type Server } from 'node:http'
import { type Api, createApi } from './kit/api.ts'
import { openSignedIn } from './kit/browser.ts'
import { startServer, type TestServer } from './kit/server.ts'
import { expect, test } from './kit/test.ts'

interface Posted {
  readonly type: string
  readonly token: string
  readonly visitorId: string
  readonly [name: string]: unknown
}

const TOKEN = 'a tracker token'
const YEAR_SECONDS = 365 * 86_400

let posted: Posted[] = []
let collector: Server
let server: TestServer
let api: Api

/** A tracker that records its requests and sends no CORS headers. */
const startCollector = async (): Promise<string> => {
  collector = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      posted.push(JSON.parse(body))
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const address = collector.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/collect`
}

test.beforeAll(async () => {
  test.setTimeout(120_000)
  server = await startServer({ env: { TRACKER_URL: await startCollector(), TRACKER_TOKEN: TOKEN } })
  api = createApi(server.url)
})

test.afterAll(async () => {
  await server.close()
  collector.close()
})

test.beforeEach(() => {
  posted = []
})

const pages = () => posted.filter(({ type }) => type === 'page').map(({ path }) => path)
const events = () => posted.filter(({ type }) => type === 'event').map(({ name }) => name)

test('tracks pages once per navigation, main actions by name, users by ID, and visitors by a 365-day cookie', {
  tag: '@full',
}, async ({ page, context }) => {
  test.slow()
  const { session, email, accountId } = await api.register()
  await openSignedIn(page, session, `${server.url}/`)
  await expect.poll(pages).toEqual(['/'])
  await page.goto(`${server.url}/reports/orders/list?relativeDate=OrderDate-Last30Days`)
  await expect.poll(pages).toEqual(['/', '/reports/orders/list'])
  await expect.poll(events).toEqual(['report opened'])
  await page.goto(`${server.url}/notifications`)
  await page.getByRole('tab', { name: 'Preferences' }).click()
  await page.getByRole('switch', { name: 'Service needs attention: by email' }).waitFor()
  await expect.poll(pages).toEqual(['/', '/reports/orders/list', '/notifications'])

  const identified = posted.filter(({ type }) => type === 'identify')
  expect(identified[0]).toMatchObject({ userId: session.user.id, accountId, accountType: 'Reserve' })
  expect(new Set(posted.map(({ token }) => token))).toEqual(new Set([TOKEN]))
  expect(JSON.stringify(posted)).not.toContain(email)
  expect(JSON.stringify(posted)).not.toContain('Winter')
  const cookie = (await context.cookies()).find(({ name }) => name === 'cuvee-visitor')
  expect(new Set(posted.map(({ visitorId }) => visitorId))).toEqual(new Set([cookie?.value]))
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(YEAR_SECONDS - 600)
})

test('an unreachable tracker does not affect the page', { tag: '@full' }, async ({ page, watch }) => {
  watch.expectConsole(/ERR_CONNECTION_REFUSED|ERR_FAILED/)
  const { session } = await api.register()
  await page.route('**/collect', (route) => route.abort('connectionrefused'))
  await openSignedIn(page, session, `${server.url}/notifications`)
  await expect(page.getByRole('heading', { name: 'No notifications' })).toBeVisible()
  expect(posted).toEqual([])
})
