/** `npm run bench [-- name [arguments]]`: all benchmarks in turn, or one, each in its own process. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const BENCHES: readonly (readonly [name: string, ...args: string[]])[] = [
  ['bare-sql'],
  ['cached'],
  ['upload'],
  ['browser'],
  ['neighbors'],
  ['segments'],
  ['accounts'],
  ['accounts', '200', '20000', 'files', 'cold'],
  ['insights-truth'],
]

const [chosen, ...given] = process.argv.slice(2)

for (const [name, ...args] of chosen === undefined ? BENCHES : [[chosen, ...given]]) {
  process.stdout.write(`\n— ${[name, ...args].join(' ')} —\n`)
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(`${name}.ts`, import.meta.url)), ...args], {
    stdio: 'inherit',
    env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
  })
  if (status !== 0) process.exitCode = 1
}
