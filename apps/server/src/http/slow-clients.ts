import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { fail } from '#contract/errors.ts'

/** How long the rest of a body is read after its request was answered. */
const DRAIN_MS = 60_000

/**
 * Keeps reading a body whose request was refused before it arrived, for a while: a client that is cut off while it sends does
 * not see the answer.
 */
export const drainRefusedBodies = (app: FastifyInstance, drainMs: number = DRAIN_MS): void => {
  app.addHook('onSend', async ({ raw }, reply) => {
    const { connection, ...headers } = raw.headers
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (!hasBody || raw.complete || raw.readableEnded) return
    // Closing the connection while the client still sends discards the answer, whether the framework or the client wants it.
    reply.header('connection', 'keep-alive')
    raw.unpipe()
    raw.resume()
    if (connection === 'close') raw.once('end', () => whenSent(reply.raw, () => raw.socket.end()))
    const timer = setTimeout(() => raw.destroy(), drainMs).unref()
    raw.once('close', () => clearTimeout(timer))
  })
}

const whenSent = (answer: ServerResponse, act: () => void): void => {
  if (answer.writableFinished) act()
  else answer.once('finish', act)
}

/**
 * Answers the requests of a connection one after another. Node hands over all requests that arrive together and would hold
 * every answer until the client has read the earlier ones.
 */
export const answerInTurn = (app: FastifyInstance): void => {
  const latest = new WeakMap<Socket, Promise<void>>()
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    // Not a socket when a request is injected.
    if (!(socket instanceof Socket)) return
    const previous = latest.get(socket)
    latest.set(socket, new Promise((resolve) => reply.raw.once('close', resolve)))
    await previous
    if (previous && socket.destroyed) throw fail('request.malformed')
  })
}

const READ_IDLE_MS = 30_000

/**
 * Closes the connection of a client that stops reading its answer: an export would keep its file, and a shutdown would wait.
 * The operating system's buffers are checked twice, so a client is cut after one to two times `idleMs` without progress.
 */
export const limitReadTime = (app: FastifyInstance, idleMs: number = READ_IDLE_MS): void => {
  app.addHook('onSend', async ({ raw: { socket } }, reply) => {
    // Not a socket when a request is injected.
    if (!(socket instanceof Socket)) return
    reply.raw.setTimeout(idleMs, () => {
      // Without unsent bytes, the handler is still computing.
      if (reply.raw.writableLength + socket.writableLength > 0) socket.destroy()
    })
  })
}

const POLL_INTERVAL_MS = 50

/** Closes a server: requests in progress may finish within `drainMs`, then their connections are closed. */
export const closeWithin = async (app: FastifyInstance, drainMs: number): Promise<void> => {
  // A connection that was busy when the shutdown began becomes idle after its response and would otherwise be kept alive.
  const closingIdle = setInterval(() => app.server.closeIdleConnections(), POLL_INTERVAL_MS)
  const closingAll = setTimeout(() => app.server.closeAllConnections(), drainMs)
  try {
    await app.close()
  } finally {
    clearInterval(closingIdle)
    clearTimeout(closingAll)
  }
}
