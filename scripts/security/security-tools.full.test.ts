import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ServerProcess, startServerProcess } from '#testkit/server-process.ts'

// Installs and runs programs of others.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 })

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'cuvee-security-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (program: string, args: readonly string[], cwd = ROOT): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes))
    child.once('error', reject)
    child.once('close', () => resolve(stripVTControlCharacters(output)))
  })

const hasProgram = (name: string): boolean => spawnSync('which', [name]).status === 0

describe('source files', () => {
  const PACKAGES = [
    'eslint@9.39.5',
    'eslint-plugin-security@3.0.1',
    '@typescript-eslint/parser@8.73.0',
    'typescript@5.9.3',
    'recheck@4.5.0',
  ]
  const FOLDERS = ['apps/server/src', 'apps/web/src', 'packages', 'scripts']

  beforeAll(async () => {
    const files = ['eslint.config.mjs', 'regexes.mjs']
    for (const file of files) copyFileSync(join(ROOT, 'scripts/security', file), join(folder, file))
    await run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES])
  })

  test('eslint-plugin-security finds only what docs/security.md explains', async () => {
    const eslint = join(folder, 'node_modules/eslint/bin/eslint.js')
    const config = join(folder, 'eslint.config.mjs')
    const args = [eslint, '--no-config-lookup', '-c', config, '--format', 'json', ...FOLDERS]
    const output = await run(process.execPath, args)
    const results: { filePath: string; messages: { ruleId: string }[] }[] = JSON.parse(
      output.slice(output.indexOf('[{'), output.lastIndexOf('}]') + 2),
    )
    expect(results.length).toBeGreaterThan(500)
    const found = results.flatMap(({ filePath, messages }) =>
      messages.map(({ ruleId }) => `${ruleId.replace('security/detect-', '')} ${filePath.slice(ROOT.length)}`),
    )
    expect([...new Set(found)].toSorted()).toEqual([
      'non-literal-regexp apps/server/src/modules/services/settings.policy.ts',
      'non-literal-regexp apps/server/src/platform/csv-record.ts',
      'non-literal-regexp apps/web/src/early/screen-files.ts',
      'non-literal-regexp apps/web/src/features/dashboard/tile-files/tile-csv.ts',
      'non-literal-regexp apps/web/src/features/services/connect/setting-values.ts',
      'non-literal-regexp packages/connectors/csv/detect-dates.ts',
      'non-literal-regexp packages/connectors/csv/detection/column-profile.ts',
      'non-literal-regexp packages/domain/date-text.ts',
      'non-literal-regexp packages/domain/money-text.ts',
      'non-literal-regexp packages/warehouse/clickhouse/open-warehouse.ts',
      'non-literal-regexp scripts/banned-words.mjs',
      'possible-timing-attacks apps/server/src/db/embedded/restrict-access.ts',
      'possible-timing-attacks apps/server/src/modules/auth/second-factor/prove.usecases.ts',
      'possible-timing-attacks apps/web/src/features/account-deletion/delete-account-dialog.tsx',
      'possible-timing-attacks apps/web/src/features/account-settings/settings-form.tsx',
      'possible-timing-attacks apps/web/src/features/second-factor/prove-dialog.tsx',
      'possible-timing-attacks apps/web/src/features/services/connect/platform-step.tsx',
      'possible-timing-attacks packages/connectors/files/ssh-session.ts',
      'possible-timing-attacks packages/connectors/square/square-session.ts',
      'possible-timing-attacks packages/insights/ask/text/translate.ts',
    ])
  })

  test('no regular expression takes exponential time, and those that take quadratic time read short texts', async () => {
    const files = FOLDERS.flatMap((name) => globSync(`${name}/**/*.{ts,tsx,mjs}`, { cwd: ROOT })).filter(
      (path) => !/\.test\.|\.fixture\.|testkit|node_modules|dist\//.test(path),
    )
    const output = await run(process.execPath, [join(folder, 'regexes.mjs'), ...files])
    const { count, found }: { count: number; found: { file: string; complexity: string }[] } = JSON.parse(output)
    expect(count).toBeGreaterThan(300)
    expect(found.filter(({ complexity }) => complexity !== 'polynomial')).toEqual([])
    expect([...new Set(found.map(({ file }) => file))].toSorted()).toEqual([
      'apps/server/src/db/embedded/launch.ts',
      'apps/server/src/http/web-files.ts',
      'apps/server/src/modules/auth/passwords.ts',
      'apps/server/src/modules/dashboards/slug.ts',
      'apps/server/src/modules/report-schedules/picture/tile-content.ts',
      'apps/server/src/platform/file-name.ts',
      'apps/server/src/server.ts',
      'apps/web/src/api/client.ts',
      'apps/web/src/early/page-program.ts',
      'apps/web/src/features/invitations/address-list.ts',
      'apps/web/src/features/reports/schedules/schedules-panel.tsx',
      'apps/web/src/features/sessions/device.ts',
      'packages/connectors/csv/date-format.ts',
      'packages/connectors/csv/detection/column-profile.ts',
      'packages/connectors/csv/detection/detect-unpivot.ts',
      'packages/connectors/csv/number-style.ts',
      'packages/connectors/csv/workbook/cell-format.ts',
      'packages/connectors/files/file-address.ts',
      'packages/connectors/files/ssh-session.ts',
      'packages/connectors/kit/address.ts',
      'packages/connectors/kit/http-call.ts',
      'packages/connectors/shopify/shopify-authorization.ts',
      'packages/connectors/square/square-authorization.ts',
      'packages/connectors/woocommerce/woocommerce-authorization.ts',
      'packages/widgets/sales-summary/sales-summary.view.tsx',
      'scripts/check.mjs',
      'scripts/ui-strings.mjs',
    ])
  })
})

const DEBIAN = ['sqlmap', 'slowhttptest']
const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

describe.runIf(canInstall || DEBIAN.every(hasProgram))(
  'a running server (needs sqlmap and slowhttptest, or root to install them)',
  () => {
    const dataDir = join(folder, 'data')
    let server: ServerProcess
    let url = ''
    let token = ''

    const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    }

    beforeAll(async () => {
      if (!DEBIAN.every(hasProgram)) {
        await run('apt-get', ['update', '-qq'])
        await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...DEBIAN])
      }
      server = startServerProcess({ dataDir, env: { RATE_LIMITS: 'off', LOG_LEVEL: 'silent' } })
      url = await server.ready()
      const owner = { firstName: 'A', lastName: 'B', email: 'owner@winery.example', password: 'Barrel&Stave7' }
      await post('/account/create-account', { ...owner, accountName: 'Winery', culture: 'en-US' })
      const session = await post('/token', { grant_type: 'password', username: owner.email, password: owner.password })
      token = String(session.access_token)
    })
    afterAll(async () => {
      server.kill('SIGTERM')
      await server.exited()
    })

    const filtered = (value: string) =>
      JSON.stringify({
        definition: {
          reportType: 'Orders',
          columns: [{ columnId: 'orderNumber' }],
          filters: [{ columnId: 'customerName', comparison: 'Contains', value }],
        },
      })

    test.each([
      ['sign-in', '/token', '{"grant_type":"password","username":"a*@x.example","password":"b*"}'],
      ['a report filter', '/reports/query', filtered('a*')],
      ['a dashboard name', '/dashboards', '{"name":"a*"}'],
      ['the search for users', '/user?search=a*', null],
      ['an id in a path', '/service/a*', null],
    ])('sqlmap finds nothing to inject in %s', async (_, path, body) => {
      const args = [
        '-u',
        `${url}/api${path}`,
        '--batch',
        '--flush-session',
        '--disable-coloring',
        '--output-dir',
        folder,
      ]
      const limits = ['--technique=BEU', '--level=2', '--ignore-code=400,401,404,409', '--threads=4']
      const headers = ['--headers', `Authorization: Bearer ${token}\nContent-Type: application/json`]
      const output = await run('sqlmap', [...args, ...limits, ...headers, ...(body === null ? [] : ['--data', body])])
      expect(output).toContain('do not appear to be injectable')
      expect(output).not.toMatch(/is vulnerable|appears to be '.*' injectable/)
    })

    test.each([
      ['headers', ['-H']],
      ['bodies', ['-B']],
      ['reads', ['-X', '-z', '5']],
    ])('security 49: slow %s of 300 connections keep nobody else waiting', async (_, mode) => {
      const attack = run('slowhttptest', [
        ...mode,
        ...['-c', '300', '-r', '100', '-i', '10', '-l', '15', '-p', '3', '-u', `${url}/api/token`],
      ])
      const waits: number[] = []
      const until = Date.now() + 14_000
      while (Date.now() < until) {
        const begin = performance.now()
        const response = await fetch(`${url}/api/user`, { headers: { authorization: `Bearer ${token}` } })
        expect(response.status).toBe(200)
        await response.arrayBuffer()
        waits.push(performance.now() - begin)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)]).toBeLessThan(1_000)
      expect(await attack).toMatch(/service available: +YES/)
    })
  },
)
