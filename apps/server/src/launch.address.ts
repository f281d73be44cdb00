import { createServer } from 'node:net'
import type { Env } from './env.ts'

export interface Address {
  readonly host: string
  readonly port: number
  /** where people open it, without a slash at the end */
  readonly publicUrl: string
}

const EVERYWHERE = new Set(['0.0.0.0', '::'])

/** Where the server will listen. Port 0 is settled now, because links in mail need the number. */
export const chooseAddress = async ({ HOST, PORT, PUBLIC_URL }: Env): Promise<Address> => {
  const port = PORT === 0 ? await freePort(HOST) : PORT
  const name = EVERYWHERE.has(HOST) ? 'localhost' : HOST
  const own = `http://${name.includes(':') ? `[${name}]` : name}:${port}`
  return { host: HOST, port, publicUrl: (PUBLIC_URL ?? own).replace(/\/+$/, '') }
}

const freePort = async (host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, host, () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
