import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import Fastify, { type FastifyInstance } from 'fastify'

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface ServerOptions {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  /** command in front of the program, such as `['setpriv', '--reuid=65534']` */
  readonly prefix?: readonly string[]
}

export interface ServerProcess {
  readonly pid: number
  /** its output so far */
  output(): string
  /** resolves to the URL once the server is ready; rejects with its output if it exits first */
  ready(): Promise<string>
  kill(signal: NodeJS.Signals): void
  /** exit code, or null after a signal */
  exited(): Promise<number | null>
}

/** Starts the server in a process of its own, as users do, on a free port and without demo data. */
export const startServerProcess = ({ dataDir, env = {}, prefix = [] }: ServerOptions): ServerProcess => {
  const [program = process.execPath, ...args] = [...prefix, process.execPath, MAIN]
  const settings = { PORT: '0', DEMO: '0', DATA_DIR: dataDir, UV_THREADPOOL_SIZE: '16', ...env }
  const child = spawn(program, args, { cwd: ROOT, env: { ...process.env, NODE_ENV: 'test', ...settings } })
  let output = ''
  const collect = (bytes: Buffer) => {
    output += bytes.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    pid: child.pid ?? 0,
    output: () => output,
    ready: () => waitForAddress(child, exit, () => output),
    kill: (signal) => child.kill(signal),
    exited: () => exit,
  }
}

const READY = /Cuvee is ready at (\S+)/

const waitForAddress = (child: ChildProcess, exit: Promise<unknown>, output: () => string): Promise<string> =>
  new Promise((resolve, reject) => {
    const readAddress = () => {
      const [, address] = READY.exec(output()) ?? []
      if (address) resolve(address)
    }
    child.stdout?.on('data', readAddress)
    readAddress()
    void exit.then(() => reject(new Error(output())))
  })

/** An app that passes every request on to a server's URL, for `testClient`. */
export const remoteApp = (url: string): FastifyInstance => {
  const app = Fastify()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.removeContentTypeParser('application/json')
  app.all('/*', async ({ method, url: path, headers, body }, reply) => {
    const { authorization, 'content-type': type, 'idempotency-key': key } = headers
    const sent = Object.entries({ authorization, 'content-type': type, 'idempotency-key': key })
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: sent.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
      body: Buffer.isBuffer(body) ? new Uint8Array(body) : null,
    })
    return reply
      .code(answer.status)
      .header('content-type', answer.headers.get('content-type') ?? 'text/plain')
      .send(Buffer.from(await answer.arrayBuffer()))
  })
  return app
}
