// npm start: installs, builds and starts the server. Once installed, it needs no network.
import { spawn } from 'node:child_process'
import { assertNode, install, pinnedNode, ROOT, say, shareCompileCache } from './toolchain.mjs'
import { buildWeb } from './web-build.mjs'

/** DuckDB calls run on libuv's pool: with the default of four threads, four slow queries block every file read and password check. */
const THREADS = 16

assertNode()
await install({ dev: false })
shareCompileCache()
const node = pinnedNode()
await buildWeb(node)
say('Starting…')

const threads = Math.max(THREADS, Number(process.env.UV_THREADPOOL_SIZE) || 0)
const server = spawn(node, ['apps/server/src/main.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, UV_THREADPOOL_SIZE: String(threads) },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))

// npm does not forward signals to its child: when npm ends, the shell's exit is the only sign of it.
const shell = process.ppid
const watch = setInterval(() => {
  if (process.ppid === shell) return
  clearInterval(watch)
  server.kill('SIGTERM')
}, 500)
if (process.env.npm_lifecycle_event === undefined) clearInterval(watch)

server.once('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
server.once('exit', (code) => process.exit(code ?? 1))
