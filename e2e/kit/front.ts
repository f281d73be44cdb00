import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An address in front of a server that refuses connections while the server restarts, and can serve another release of the app. */
export interface Front {
  /** without a trailing slash; the same after a restart */
  readonly url: string
  /** refuses connections from now on */
  takeDown(): Promise<void>
  bringUp(): Promise<void>
  /** serves the app as another release: its page and its service worker carry this name */
  release(name: string): void
  close(): Promise<void>
}

const HOST = '127.0.0.1'

/** The page or the service worker as another release has it; other files are the same. */
const renamed = (path: string, type: string, body: string, name: string): string => {
  if (path === '/service-worker.js')
    return body.replace(/const VERSION = ['"`][^'"`]*['"`]/, `const VERSION = '${name}'`)
  return type.startsWith('text/html') ? body.replace('</head>', `<meta name="release" content="${name}"></head>`) : body
}

const isOfRelease = (path: string, type: string): boolean =>
  path === '/service-worker.js' || type.startsWith('text/html')

export const startFront = async (target: string): Promise<Front> => {
  const { hostname, port: targetPort } = new URL(target)
  let release: string | null = null

  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { url: path = '/', method, headers } = incoming
    // Compressed files could not be renamed, and an old one would be answered as unchanged.
    const { 'accept-encoding': _, 'if-none-match': _etag, 'if-modified-since': _since, ...rest } = headers
    const call = request({ hostname, port: targetPort, path, method, headers: rest }, (response) => {
      const type = response.headers['content-type'] ?? ''
      if (release === null || !isOfRelease(path, type)) {
        outgoing.writeHead(response.statusCode ?? 500, response.headers)
        response.pipe(outgoing)
        return
      }
      const name = release
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const body = renamed(path, type, Buffer.concat(chunks).toString(), name)
        const { 'content-length': _length, etag: _tag, ...kept } = response.headers
        outgoing.writeHead(response.statusCode ?? 500, { ...kept, 'content-length': Buffer.byteLength(body) })
        outgoing.end(body)
      })
    })
    call.on('error', () => outgoing.destroy())
    incoming.pipe(call)
  }

  const listen = (port: number) =>
    new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
      const server = createServer(answer)
      server.once('error', reject)
      server.listen(port, HOST, () => resolve(server))
    })
  const stop = (server: ReturnType<typeof createServer>): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })

  let listening = await listen(0)
  const { port } = listening.address() as AddressInfo
  return {
    url: `http://${HOST}:${port}`,
    takeDown: () => stop(listening),
    bringUp: async () => {
      listening = await listen(port)
    },
    release: (name) => {
      release = name
    },
    close: () => stop(listening),
  }
}
