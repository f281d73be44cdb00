import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/** Distributes requests to web processes, with the rules that proxies such as nginx have by default. */
export interface Balancer {
  /** without a trailing slash */
  readonly url: string
  close(): Promise<void>
}

/** A web process. */
export interface Upstream {
  /** null while it does not run */
  readonly url: string | null
  /** secret of its outbox page */
  readonly outboxSecret: string
}

/** A request may run twice: without its answer nobody knows whether it ran. */
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
/** How long requests wait for a process when none accepts connections, such as in a rolling restart. */
const PATIENCE_MS = 10_000
const PAUSE_MS = 50
/** Longer than a caller of low priority on a busy machine may need for its next request. */
const KEEP_ALIVE_MS = 75_000

const isRefused = (error: NodeJS.ErrnoException): boolean => error.code === 'ECONNREFUSED'

export const startBalancer = async (host: string, upstreams: () => readonly Upstream[]): Promise<Balancer> => {
  const agent = new Agent({ keepAlive: false })
  let turn = 0

  const pass = (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    body: Buffer,
    { url, outboxSecret }: Upstream,
  ): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(url ?? '')
      const { method, url: path = '/' } = incoming
      // What only the computer itself may do: the outbox, whose secret differs by process, and to sign in as the demo's owner.
      const isOutbox = path.startsWith('/outbox')
      const isOwn = isOutbox || path === '/api/token'
      const added = {
        ...(isOutbox ? { cookie: `cuvee_outbox=${outboxSecret}` } : {}),
        ...(isOwn ? {} : { 'x-forwarded-for': incoming.socket.remoteAddress, 'x-forwarded-proto': 'http' }),
      }
      const call = request(
        { hostname, port, agent, method, path, headers: { ...incoming.headers, ...added, connection: 'close' } },
        resolve,
      )
      call.once('error', reject)
      // A browser that leaves ends the work for it.
      outgoing.once('close', () => call.destroy())
      call.end(body)
    })

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await buffer(incoming)
    const deadline = Date.now() + PATIENCE_MS
    while (!outgoing.destroyed) {
      const running = upstreams().filter(({ url }) => url !== null)
      const upstream = running[turn++ % Math.max(1, running.length)]
      try {
        if (!upstream) throw Object.assign(new Error('no process runs'), { code: 'ECONNREFUSED' })
        const response = await pass(incoming, outgoing, body, upstream)
        const { connection: _, 'keep-alive': _alive, ...headers } = response.headers
        outgoing.writeHead(response.statusCode ?? 502, headers)
        response.on('error', () => outgoing.destroy())
        response.once('close', () => {
          if (!response.complete) outgoing.destroy()
        })
        response.pipe(outgoing)
        return
      } catch (error) {
        const isSafe = isRefused(error as NodeJS.ErrnoException) || REPEATABLE.has(incoming.method ?? '')
        if (!isSafe || Date.now() > deadline) {
          outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>')
          return
        }
        await pause(PAUSE_MS)
      }
    }
  }

  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.keepAliveTimeout = KEEP_ALIVE_MS
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
