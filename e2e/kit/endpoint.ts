import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** An address of a server that others share, which can fail by itself. */
export interface Endpoint {
  readonly url: string
  /** refuses connections and breaks those that exist */
  fail(): Promise<void>
  recover(): Promise<void>
}

export const startEndpoint = async (target: string): Promise<Endpoint> => {
  const { hostname, port: targetPort } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const upstream = connect(Number(targetPort), hostname)
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.once('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  const listen = (port: number): Promise<void> => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    fail: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    recover: () => listen(port),
  }
}
