// npm test: checks, tests in process, tests in a browser. One after the other: beside each other they take longer, and limits
// of time are met. Everything runs even if something fails; the last line counts.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOrInstallChromium } from './chromium.mjs'
import { demandNode, install, pinnedNode, ROOT, rememberCompiled, run, say } from './toolchain.mjs'

demandNode()
await install({ dev: true })
rememberCompiled()
const node = pinnedNode()
const chromium = await findOrInstallChromium(node)
const reports = mkdtempSync(join(tmpdir(), 'cuvee-reports-'))
const bin = (path) => join(ROOT, 'node_modules', path)

const readReport = (file) => {
  const path = join(reports, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

/** A runner that ends badly without having counted a failure has failed itself. */
const tally = (name, code, counts) => {
  const { passed, failed, skipped } = counts ?? { passed: 0, failed: 0, skipped: 0 }
  return { name, passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped }
}

const check = async () => {
  const code = await run(node, ['scripts/check.mjs'])
  return tally('check', code, { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 })
}

// Rounds of what is left to chance, so that all tests take a quarter of an hour. Run by itself each file takes its full number.
const FEWER_ROUNDS = {
  CUVEE_KILL_ROUNDS: process.env.CUVEE_KILL_ROUNDS ?? '2',
  CUVEE_FAULT_RUNS: process.env.CUVEE_FAULT_RUNS ?? '12',
}

const vitest = async () => {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(reports, 'vitest.json')}`]
  const code = await run(node, [bin('vitest/vitest.mjs'), ...args], {
    UV_THREADPOOL_SIZE: '16',
    ...FEWER_ROUNDS,
  })
  const report = readReport('vitest.json')
  const counts = report && {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
  return tally('vitest', code, counts)
}

const playwright = async () => {
  if (!existsSync(join(ROOT, 'playwright.config.ts'))) {
    say('playwright.config.ts is missing: the browser tests did not run')
    return tally('browser', 1, null)
  }
  const code = await run(node, [bin('@playwright/test/cli.js'), 'test', '--reporter=list,json'], {
    UV_THREADPOOL_SIZE: '16',
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
  })
  const stats = readReport('playwright.json')?.stats
  const counts = stats && {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }
  return tally('browser', code, counts)
}

const results = [await check(), await vitest(), await playwright()]
rmSync(reports, { recursive: true, force: true })

const sum = (field) => results.reduce((total, result) => total + result[field], 0)
say('')
for (const { name, passed, failed, skipped } of results) {
  say(`${name}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
}
say(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') > 0 ? 1 : 0
