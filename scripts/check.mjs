// Format, lint, types, import rules, wording and dead code. Every part runs, so that one run shows every problem.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkWords, findBannedWords } from './check-words.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const bin = (path) => join(root, 'node_modules', path)
const DEPCRUISE = bin('dependency-cruiser/bin/dependency-cruiser.mjs')
const ARROWS = join(root, '.dependency-cruiser.mjs')
/** Fewer modules than this means that the arrows were not really looked at. */
const MODULES_AT_LEAST = 200

/** Resolves to the exit code and the output of a Node program. */
const run = (args, { cwd = root, program = process.execPath } = {}) =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (text) => (stdout += text))
    child.stderr.on('data', (text) => (stderr += text))
    child.once('error', (error) => resolve({ status: 1, stdout, stderr: String(error) }))
    child.once('close', (status) => resolve({ status, stdout, stderr }))
  })

const failures = []
const report = (name, ok, output) => {
  process.stdout.write(`${ok ? 'ok  ' : 'FAIL'} ${name}\n`)
  if (ok) return
  process.stdout.write(`${output}\n`)
  failures.push(name)
}

const step = async (name, args, options) => {
  const { status, stdout, stderr } = await run(args, options)
  report(name, status === 0, `${stdout}${stderr}`)
}

const cruised = (output) => Number(/(\d+) modules/.exec(output)?.[1] ?? 0)

/** Imports that break a rule: rule name, importing file, imported file. */
const PLANTED = [
  ['domain-is-pure', 'packages/domain/planted.ts', 'apps/server/src/planted.ts'],
  ['module-order-accounts', 'apps/server/src/modules/accounts/planted.ts', 'apps/server/src/modules/system/index.ts'],
  ['module-face-only', 'apps/server/src/modules/system/planted.ts', 'apps/server/src/modules/accounts/private.ts'],
  ['server-uses-module-faces', 'apps/server/src/boot/planted.ts', 'apps/server/src/modules/accounts/private.ts'],
  ['platform-knows-no-module', 'apps/server/src/platform/planted.ts', 'apps/server/src/modules/accounts/index.ts'],
  ['module-is-in-order', 'apps/server/src/modules/unlisted/planted.ts', 'apps/server/src/modules/accounts/index.ts'],
  ['routes-call-use-cases', 'apps/server/src/modules/system/planted.routes.ts', 'apps/server/src/db/planted.ts'],
  ['duckdb-behind-its-port', 'apps/server/src/platform/planted.ts', 'packages/warehouse/duckdb/planted.ts'],
  ['connectors-leave-calls-to-the-kit', 'packages/connectors/till/planted.ts', 'packages/connectors/kit/page-guard.ts'],
  ['no-circular', 'apps/server/src/platform/planted.ts', 'apps/server/src/platform/cycle.ts'],
]

/** Plants the breaking imports, of types only where those break the rule, too, in a tree of its own. Returns the rules that did not fail. */
const findBlindRules = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cuvee-arrows-'))
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  try {
    write(
      'package.json',
      '{"type":"module","imports":{"#server/*":"./apps/server/src/*","#warehouse/*":"./packages/warehouse/*","#connectors/*":"./packages/connectors/*"}}',
    )
    for (const [, , to] of PLANTED) write(to, 'export type Planted = string\nexport const Planted = 0\n')
    for (const [index, [rule, from, to]] of PLANTED.entries()) {
      const specifier = to
        .replace('apps/server/src/', '#server/')
        .replace(/^packages\/(warehouse|connectors)\//, '#$1/')
      const path = from.replace('planted.ts', `planted-${index}.ts`)
      const keyword = path.endsWith('.routes.ts') ? 'import' : 'import type'
      write(path, `${keyword} { Planted } from '${specifier}'\nexport const planted: Planted = ''\n`)
      if (rule === 'no-circular')
        write(to, `import type { planted } from './${basename(path)}'\nexport type Planted = typeof planted\n`)
    }
    const { stdout } = await run([DEPCRUISE, '--config', ARROWS, 'packages', 'apps'], { cwd: folder })
    return PLANTED.map(([rule]) => rule).filter((rule) => !stdout.includes(`error ${rule}:`))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As a clean machine will see it: npm ci refuses a lock file that leaves out the packages of other platforms. */
const checkLockFile = () => {
  const args = ['ci', '--dry-run', '--offline', '--loglevel=error']
  const npm = process.env.npm_execpath
  return step('lock file', npm ? [npm, ...args] : args, npm ? {} : { program: 'npm' })
}

const checkImports = async () => {
  const { status, stdout, stderr } = await run([DEPCRUISE, '--config', ARROWS, 'apps', 'packages'])
  report('import arrows', status === 0, `${stdout}${stderr}`)
  const modules = cruised(stdout)
  const name = `import arrows of at least ${MODULES_AT_LEAST} modules`
  report(name, modules >= MODULES_AT_LEAST, `only ${modules} modules were read`)
}

const checkImportRules = async () => {
  const blind = await findBlindRules()
  report('planted imports break the import rules', blind.length === 0, `rules that did not fail: ${blind.join(', ')}`)
}

const checkWording = () => {
  const banned = checkWords(root)
  report('wording', banned.length === 0, `${banned.join('\n')}\n${banned.length} banned terms`)
  report(
    'a planted banned term is found',
    findBannedWords(`const ${'kept'}Answer = 1`).length === 1,
    'it went unnoticed',
  )
}

const checks = [
  () => step('types', [bin('typescript/bin/tsc'), '--noEmit', '-p', '.']),
  checkImports,
  () => step('API description', [join(root, 'scripts/lint-openapi.ts')]),
  () => step('dead code', [bin('knip/bin/knip.js'), '--no-progress']),
  () => step('format and lint', [bin('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '--error-on-warnings', '.']),
  checkLockFile,
  checkImportRules,
  checkWording,
]
const workThrough = async () => {
  for (let check = checks.shift(); check; check = checks.shift()) await check()
}
await Promise.all([workThrough(), workThrough()])

if (failures.length > 0) {
  process.stdout.write(`\ncheck failed: ${failures.join(', ')}\n`)
  process.exitCode = 1
}
