/**
 * Requests per second from the result cache: eight clients request one report, compared with plain Fastify sending the same
 * bytes on the same machine at the same time. `node bench/cached.ts [orders]`, default 1,000,000. Aim: 8,000 per second.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { printTable } from './kit/measure.ts'
import { signIn, startServer } from './kit/server.ts'
import { benchWinery } from './kit/winery.ts'

const ORDERS = Number(process.argv[2] ?? 1_000_000)
const CLIENTS = 8
const SECONDS = 4
const ROUNDS = 3

const definition = {
  reportType: 'Orders',
  columns: ['orderMonth', 'netSales', 'orderCount'].map((columnId) => ({ columnId })),
  groupColumns: ['orderMonth'],
}

interface Rate {
  readonly perSecond: number
  /** milliseconds */
  readonly p50: number
  readonly p99: number
}

interface Question {
  readonly url: string
  readonly token: string
  readonly body: string
}

const headersOf = ({ token }: Question) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })

const rateOf = async (question: Question): Promise<Rate> => {
  const { url, body } = question
  const options = { url, body, method: 'POST', headers: headersOf(question), connections: CLIENTS, duration: SECONDS }
  const { requests, latency, non2xx, errors } = await autocannon(options)
  if (non2xx + errors > 0) throw new Error(`${non2xx} refused and ${errors} failed of ${requests.total}`)
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99 }
}

/** Starts Fastify in another process; it sends `text` for every POST. */
const startBare = async (text: string) => {
  const child = fork(fileURLToPath(new URL('kit/bare-fastify.ts', import.meta.url)))
  child.send(text)
  const [url] = await once(child, 'message')
  return { url: String(url), stop: () => child.kill() }
}

const best = (rates: readonly Rate[]): Rate | undefined => [...rates].sort((a, b) => b.perSecond - a.perSecond)[0]

const { dataDir } = await benchWinery(ORDERS)
const server = await startServer({ dataDir })
const { token } = await signIn(server.url)
const url = `${server.url}/api/reports/query`
const completeQuestion: Question = { url, token, body: JSON.stringify({ definition }) }

const first = await fetch(url, { method: 'POST', headers: headersOf(completeQuestion), body: completeQuestion.body })
const text = await first.text()
const etag = /"etag":"([^"]+)"/.exec(text)?.[1]
const unchanged: Question = { ...completeQuestion, body: JSON.stringify({ definition, known: etag }) }
const bare = await startBare(text)

const questions = {
  'whole answer': completeQuestion,
  'unchanged since the last request': unchanged,
  'Fastify alone': { ...completeQuestion, url: bare.url },
}
const rates = new Map<string, Rate[]>()
for (let round = 0; round < ROUNDS; round += 1)
  for (const [name, question] of Object.entries(questions))
    rates.set(name, [...(rates.get(name) ?? []), await rateOf(question)])
const rss = server.rss()
bare.stop()
await server.stop()

printTable(
  `Cached report (${text.length} bytes), ${CLIENTS} clients, best of ${ROUNDS} rounds`,
  ['', 'a second', 'p50 ms', 'p99 ms'],
  [...rates].map(([name, all]) => {
    const rate = best(all)
    return [name, Math.round(rate?.perSecond ?? 0), rate?.p50 ?? 0, rate?.p99 ?? 0]
  }),
)
printTable('Memory of the server, MB', ['RSS'], [[rss]])
