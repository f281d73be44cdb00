import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call as the fake received it. */
export interface FakeCall {
  /** milliseconds by the fake's clock */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface FakeAnswer {
  /** default: 200 */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** a string is sent as is, anything else as JSON */
  readonly body: string | object
}

/**
 * `hang`: no response · `dribble`: one byte at a time · `reset`: the connection is reset at once · `cut`: it breaks in the
 * middle of the correct response · `empty`: 200 without a body · `html`: an HTML page with status 200 · `status`: this status
 * instead · `edit`: the correct response, edited
 */
export type Fault =
  | 'hang'
  | 'dribble'
  | 'reset'
  | 'cut'
  | 'empty'
  | 'html'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | { readonly edit: (body: string) => string }

interface FaultOptions {
  /** default: 1 */
  readonly times?: number
  /** the calls that fail; default: all */
  readonly when?: (call: FakeCall) => boolean
}

/** A fake platform's HTTP server on loopback: returns configured responses and failures and records every call. */
export interface FakeServer {
  /** without a trailing slash */
  readonly url: string
  readonly calls: FakeCall[]
  failNext(fault: Fault, options?: FaultOptions): void
  /** Shows every correct answer to the listener. */
  watch(listener: (call: FakeCall, answer: FakeAnswer) => void): void
  /** Clears all planned faults and resets the calls that hang. */
  heal(): void
  close(): Promise<void>
}

export interface FakeServerOptions {
  answer(call: FakeCall): FakeAnswer | Promise<FakeAnswer>
  /** epoch milliseconds; default: the machine's clock */
  readonly now?: () => number
  /** default: any free port */
  readonly port?: number
}

interface PlannedFault {
  readonly fault: Fault
  readonly when: (call: FakeCall) => boolean
  left: number
}

const readCall = async (request: IncomingMessage, at: number): Promise<FakeCall> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake')
  const { method = 'GET', headers } = request
  return { at, method, path: pathname, query: searchParams, headers, body: Buffer.concat(parts).toString('utf8') }
}

const write = (response: ServerResponse, { status = 200, headers, body }: FakeAnswer): void => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers, 'content-length': Buffer.byteLength(text) })
    .end(text)
}

const cut = (response: ServerResponse, answer: FakeAnswer): void => {
  const text = Buffer.from(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
  response.writeHead(200, { ...answer.headers, 'content-length': text.length })
  response.write(text.subarray(0, text.length / 2), () => response.destroy())
}

const dribble = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-length': 1_000_000 })
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}

const edited = (answer: FakeAnswer, edit: (body: string) => string): FakeAnswer => ({
  ...answer,
  body: edit(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)),
})

const MISBEHAVIOURS: Record<Extract<Fault, string>, (response: ServerResponse, right: FakeAnswer) => void> = {
  hang: () => {},
  dribble,
  reset: (response) => response.socket?.resetAndDestroy(),
  cut,
  empty: (response) => write(response, { body: '' }),
  html: (response) => write(response, { body: '<html><body>Be right back</body></html>' }),
}

const misbehave = (response: ServerResponse, fault: Fault, right: FakeAnswer): void => {
  if (typeof fault === 'string') MISBEHAVIOURS[fault](response, right)
  else if ('edit' in fault) write(response, edited(right, fault.edit))
  else write(response, { body: '{"message":"It failed"}', ...fault })
}

/** Starts a fake platform; closing it frees its port at once. */
export const startFakeServer = async ({ answer, now = Date.now, port = 0 }: FakeServerOptions): Promise<FakeServer> => {
  const calls: FakeCall[] = []
  const planned: PlannedFault[] = []
  const hanging: ServerResponse[] = []
  const listeners: ((call: FakeCall, answer: FakeAnswer) => void)[] = []

  const nextFault = (call: FakeCall): Fault | null => {
    const found = planned.find(({ left, when }) => left > 0 && when(call))
    if (!found) return null
    found.left -= 1
    return found.fault
  }

  const server = createServer(async (request, response) => {
    const call = await readCall(request, now())
    calls.push(call)
    const fault = nextFault(call)
    // A call that hangs or is reset has no effect on the platform either.
    if (fault === 'hang') hanging.push(response)
    if (fault === 'hang' || fault === 'reset') return misbehave(response, fault, { body: '' })
    const right = await answer(call)
    if (fault) return misbehave(response, fault, right)
    for (const listener of listeners) listener(call, right)
    write(response, right)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    failNext: (fault, { times = 1, when = () => true } = {}) => void planned.push({ fault, when, left: times }),
    watch: (listener) => void listeners.push(listener),
    heal: () => {
      planned.splice(0)
      for (const response of hanging.splice(0)) response.destroy()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
