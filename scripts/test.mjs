// npm test, test:quick and test:full: checks, Vitest and browser tests in one of three lanes (docs/testing.md).
// The parts run one after the other: in parallel they compete for two cores and run into timeouts. Every part runs even if
// another fails; the last line counts.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOrInstallChromium } from './chromium.mjs'
import { assertNode, giveUp, install, pinnedNode, ROOT, run, say, shareCompileCache } from './toolchain.mjs'

const LANES = ['quick', 'normal', 'full']

const [lane = 'normal'] = process.argv.slice(2)
if (!LANES.includes(lane)) giveUp(`Usage: node scripts/test.mjs [${LANES.join('|')}]`)

assertNode()
await install({ dev: true })
shareCompileCache()
const node = pinnedNode()
const reports = mkdtempSync(join(tmpdir(), 'cuvee-reports-'))
const bin = (path) => join(ROOT, 'node_modules', path)

/** DuckDB runs on libuv's pool, which is too small by default. */
const ENV = { CUVEE_LANE: lane, UV_THREADPOOL_SIZE: '16' }

const readReport = (file) => {
  const path = join(reports, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

/** A runner that exits with an error and reports no failed test has failed itself. */
const tally = (name, code, counts) => {
  const { passed, failed, skipped } = counts ?? { passed: 0, failed: 0, skipped: 0 }
  return { name, passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped }
}

const check = async () => {
  const code = await run(node, ['scripts/check.mjs'])
  return tally('check', code, { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 })
}

const inProcess = async (name, args = [], env = {}) => {
  const file = `${name}.json`
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(reports, file)}`]
  const code = await run(node, [bin('vitest/vitest.mjs'), 'run', ...output, ...args], { ...ENV, ...env })
  const report = readReport(file)
  const counts = report && {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
  return tally(name, code, counts)
}

const vitest = () => inProcess('vitest')

/** The tests of the server that hold on either engine, in the volumes of the normal lane. */
const onClickHouse = () =>
  inProcess('server on ClickHouse', ['--project', 'server'], { CUVEE_LANE: 'normal', CUVEE_WAREHOUSE: 'clickhouse' })

const browserTests = async (name, env = {}) => {
  const chromium = await findOrInstallChromium(node)
  const file = `${name}.json`
  const code = await run(node, [bin('@playwright/test/cli.js'), 'test', '--reporter=list,json'], {
    ...ENV,
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, file),
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
  })
  const stats = readReport(file)?.stats
  const counts = stats && {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }
  return tally(name, code, counts)
}

const browser = () => browserTests('browser')

/** The browser tests on two web processes and a worker with outside stores, undisturbed and while their parts are killed. */
const SEVERAL = { CUVEE_PROCESSES: 'several' }
const KILLED = { ...SEVERAL, CUVEE_LANE: 'normal', CUVEE_KILL_SECONDS: '20' }
const severalProcesses = existsSync('/usr/lib/postgresql')
  ? [() => browserTests('browser, several processes', SEVERAL), () => browserTests('browser, killed processes', KILLED)]
  : [async () => tally('browser, several processes (skipped: no PostgreSQL of Debian here)', 0, null)]

const PARTS = {
  quick: [vitest],
  normal: [check, vitest, browser],
  full: [check, vitest, onClickHouse, browser, ...severalProcesses],
}
const parts = PARTS[lane]
const results = []
for (const part of parts) {
  const begin = performance.now()
  results.push({ ...(await part()), seconds: Math.round((performance.now() - begin) / 1000) })
}
rmSync(reports, { recursive: true, force: true })

const sum = (field) => results.reduce((total, result) => total + result[field], 0)
say('')
for (const { name, passed, failed, skipped, seconds } of results) {
  say(`${name}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}, ${seconds} s`)
}
say(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') > 0 ? 1 : 0
