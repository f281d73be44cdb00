// npm start: from a bare clone to a running server. The second time it needs no network.
import { spawn } from 'node:child_process'
import { demandNode, install, pinnedNode, ROOT, rememberCompiled, say } from './toolchain.mjs'
import { buildWeb } from './web-build.mjs'

/** The warehouse's calls run on this pool: with the default of four, four slow queries stop every file read and password check. */
const THREADS = 16

demandNode()
await install({ dev: false })
rememberCompiled()
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

// A signal to npm ends npm and its shell and is not handed on to us: the shell's end is all that is seen here.
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
