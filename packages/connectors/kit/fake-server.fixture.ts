import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call as it arrived at the fake. */
export interface FakeCall {
  /** milliseconds of the clock given to the fake */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface FakeAnswer {
  /** 200 when left out */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** text as it is, anything else as JSON */
  readonly body: string | object
}

/**
 * `hang`: no answer · `dribble`: a byte now and then · `reset`: the connection breaks at once · `cut`: it breaks in the middle
 * of the right answer · `empty`: 200 without a body · `html`: a page for people, with status 200 · `status`: that one instead ·
 * `edit`: the right answer, changed
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

export interface FaultOptions {
  /** 1 when left out */
  readonly times?: number
  /** calls that it befalls; all when left out */
  readonly when?: (call: FakeCall) => boolean
}

/** A fake platform's HTTP server on loopback: returns configured responses and failures and records every call. */
export interface FakeServer {
  /** without a slash at its end */
  readonly url: string
  readonly calls: FakeCall[]
  failNext(fault: Fault, options?: FaultOptions): void
  /** No fault is left. */
  heal(): void
  close(): Promise<void>
}

export interface FakeServerOptions {
  answer(call: FakeCall): FakeAnswer | Promise<FakeAnswer>
  /** epoch milliseconds; the machine's clock when left out */
  readonly now?: () => number
  /** any free port when left out */
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

/** Starts a fake; its port is free at once. */
export const startFakeServer = async ({ answer, now = Date.now, port = 0 }: FakeServerOptions): Promise<FakeServer> => {
  const calls: FakeCall[] = []
  const planned: PlannedFault[] = []

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
    // A call that hangs or breaks at once has no effect on the platform either.
    if (fault === 'hang' || fault === 'reset') return misbehave(response, fault, { body: '' })
    const right = await answer(call)
    if (fault) misbehave(response, fault, right)
    else write(response, right)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    failNext: (fault, { times = 1, when = () => true } = {}) => void planned.push({ fault, when, left: times }),
    heal: () => void planned.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
