import { Socket } from 'node:net'
import type pg from 'pg'

const clientSocket = (client: pg.PoolClient): Socket | null => {
  const connection = 'connection' in client ? client.connection : null
  const isConnection = typeof connection === 'object' && connection !== null && 'stream' in connection
  return isConnection && connection.stream instanceof Socket ? connection.stream : null
}

const endWhenSilent = (stream: Socket, maxSilenceMs: number): void => {
  let answeredUpTo = stream.bytesWritten
  stream.on('data', () => {
    answeredUpTo = stream.bytesWritten
  })
  stream.setTimeout(maxSilenceMs, () => {
    // A connection that nobody uses is silent too, but owes no answer.
    if (stream.bytesWritten > answeredUpTo) stream.destroy(new Error('Connection terminated: no answer'))
  })
}

/**
 * Ends the connections of a pool whose database does not answer a statement for `maxSilenceMs`, as when a network drops packets:
 * TCP itself gives up after a quarter of an hour, for which the statement would wait and the pool would lack the connection. The
 * limit must be above the server's own for statements. Begins for each connection when it is used next.
 */
export const endSilentConnections = (pool: pg.Pool, maxSilenceMs: number): void => {
  const watched = new WeakSet<Socket>()
  pool.on('acquire', (client) => {
    const stream = clientSocket(client)
    if (stream === null || watched.has(stream)) return
    watched.add(stream)
    endWhenSilent(stream, maxSilenceMs)
  })
}
