/** `npm run bench [orders]`: every benchmark in turn, each in its own process. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const BENCHES = [
  'warehouse-load.ts',
  'encryption.ts',
  'upload.ts',
  'push.ts',
  'sync.ts',
  'dashboard.ts',
  'reports.ts',
  'export.ts',
  'cached.ts',
  'responsiveness.ts',
  'neighbors.ts',
  'browser.ts',
  'slow-link.ts',
  'first-screens.ts',
  'scroll.ts',
  'forecast.ts',
  'insights-truth.ts',
  'insights.ts',
]

for (const bench of BENCHES) {
  process.stdout.write(`\n— ${bench} —\n`)
  const { status } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL(bench, import.meta.url)), ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
    },
  )
  if (status !== 0) process.exitCode = 1
}
