/**
 * A fake Commerce7 in its own process with low priority: `node niced-commerce7.ts <orders>`. Responses are built once, stored
 * as text, and delayed like on a network. Prints its URL as the first line.
 */
import { createServer } from 'node:http'
import { constants, setPriority } from 'node:os'
import { FAKE_SECRETS, FAKE_SETTINGS, startFakeCommerce7 } from '#connectors/commerce7/fake-commerce7.fixture.ts'
import { createWinery } from '#connectors/commerce7/winery.fixture.ts'

const ORDERS = Number(process.argv[2] ?? 20_000)
const PAUSE_MS = 20
const CURSOR_LISTS = ['customer', 'club-membership', 'order', 'reservation', 'trash']

setPriority(constants.priority.PRIORITY_LOW)
const started = Date.now()
const winery = createWinery({ orders: ORDERS, now: () => started })
const fake = await startFakeCommerce7({ store: winery.store })
const { tenant, appId } = FAKE_SETTINGS
const authorization = `Basic ${Buffer.from(`${appId}:${FAKE_SECRETS.appSecret}`).toString('base64')}`

const responses = new Map<string, { status: number; text: string }>()
const answerTo = async (path: string) => {
  const known = responses.get(path)
  if (known) return known
  const response = await fetch(`${fake.server.url}${path}`, { headers: { authorization, tenant } })
  const answer = { status: response.status, text: await response.text() }
  responses.set(path, answer)
  return answer
}

for (const list of CURSOR_LISTS) {
  for (let cursor: unknown = 'start'; typeof cursor === 'string'; ) {
    const page: unknown = JSON.parse((await answerTo(`/v1/${list}?cursor=${cursor}`)).text)
    cursor = typeof page === 'object' && page !== null && 'cursor' in page ? page.cursor : null
  }
}

let calls = 0
const server = createServer(async (request, response) => {
  const path = request.url ?? '/'
  if (path === '/calls') {
    response.end(String(calls))
    return
  }
  calls += 1
  const { status, text } = await answerTo(path)
  setTimeout(() => response.writeHead(status, { 'content-type': 'application/json' }).end(text), PAUSE_MS)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
