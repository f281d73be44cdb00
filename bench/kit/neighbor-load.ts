/**
 * Callers of one account that keep the server busy: `node neighbor-load.ts <load> <url> <token>`. They have
 * the lowest priority, because in production they are other computers. Ends with its calls once its input closes, and writes how
 * many there were.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { constants, setPriority } from 'node:os'
import { createApi, drain, ORDER_LINES_REPORT, orderLines } from './api.ts'

const LINES_PER_FILE = 60_000
const RETRY_MS = 500

const [load = '', url = '', token = ''] = process.argv.slice(2)
const { send, listServices, createService, upload } = createApi(url)

const heavy = {
  reportType: 'OrderLines',
  columns: ['productTitle', 'customerId', 'netSales', 'orderCount'].map((columnId) => ({ columnId })),
  groupColumns: ['productTitle', 'customerId'],
  orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
}
const people = {
  reportType: 'Customers',
  columns: ['customerId', 'customerName', 'email', 'city', 'netSales'].map((columnId) => ({ columnId })),
  orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
  top: 4_000,
}

const createAndDelete = async (number: number): Promise<void> => {
  const created = await send('/dashboards', { token, body: { name: `Bench ${number}`, widgets: [] } })
  const slug = /"slug":"([^"]+)"/.exec(await created.text())?.[1]
  if (slug) await drain(send(`/dashboards/${slug}`, { token, method: 'DELETE' }))
}

// An account can have a hundred services.
const services = await listServices(token)
let files = 0

/** Each file has other orders: a file that was imported before is refused. */
const importAgain = async (number: number): Promise<void> => {
  const service = services[number] ?? (await createService(token))
  services[number] = service
  files += 1
  const file = orderLines(LINES_PER_FILE, `${Date.now()}-${files}-`)
  while (!(await isImported(file, service))) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
}

/** False if the account uploads too much at the moment. */
const isImported = (file: Blob, service: string): Promise<boolean> =>
  upload(token, file, service).then(
    () => true,
    (error: Error) => {
      if (error.message.includes(': 429 ')) return false
      throw error
    },
  )

let isOn = true

/** A request whose body comes a byte a second, until the server closes the connection. */
const sendSlowly = async (): Promise<void> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  const head = ['POST /api/token HTTP/1.1', `host: ${hostname}:${port}`, 'content-type: application/json']
  socket.write([...head, 'content-length: 1000', '', ''].join('\r\n'))
  const timer = setInterval(() => (isOn ? socket.write(' ') : socket.destroy()), 1_000)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(timer)
}

interface Load {
  readonly callers: number
  readonly work: (number: number) => Promise<void>
}

const LOADS: Readonly<Record<string, Load>> = {
  'heavy queries': {
    callers: 30,
    work: (number) => drain(send('/reports/query', { token, body: { definition: heavy, page: number + 1 } })),
  },
  'CSV exports': {
    callers: 12,
    work: () => drain(send('/reports/export', { token, body: { definition: ORDER_LINES_REPORT, format: 'csv' } })),
  },
  'PDF exports': {
    callers: 10,
    work: () => drain(send('/reports/export', { token, body: { definition: people, format: 'pdf' } })),
  },
  writes: { callers: 200, work: createAndDelete },
  'anonymous sign-ins': {
    callers: 40,
    work: (number) => {
      const body = { grant_type: 'password', username: `a${number}@x.example`, password: 'Wrong-1234' }
      return drain(send('/token', { body }))
    },
  },
  imports: { callers: 12, work: importAgain },
  'slow clients': { callers: 300, work: sendSlowly },
}

const chosen = LOADS[load]
if (!chosen) throw new Error(`No load is named ${load}`)
setPriority(constants.priority.PRIORITY_LOW)
let calls = 0
const callers = Array.from({ length: chosen.callers }, async (_, number) => {
  while (isOn) {
    await chosen.work(number)
    calls += 1
  }
})
process.stdin.resume()
await once(process.stdin, 'end')
isOn = false
await Promise.all(callers)
process.stdout.write(String(calls))
