// Format, lint, types, import arrows and dead code. Every part runs, so that one go shows all there is to mend.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const bin = (path) => join(root, 'node_modules', path)
const DEPCRUISE = bin('dependency-cruiser/bin/dependency-cruiser.mjs')
const ARROWS = join(root, '.dependency-cruiser.mjs')
/** Fewer modules than this means that the arrows were not really looked at. */
const MODULES_AT_LEAST = 200

const run = (args, cwd = root) => spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })

const failures = []
const report = (name, ok, output) => {
  process.stdout.write(`${ok ? 'ok  ' : 'FAIL'} ${name}\n`)
  if (ok) return
  process.stdout.write(`${output}\n`)
  failures.push(name)
}

const step = (name, args) => {
  const { status, stdout, stderr } = run(args)
  report(name, status === 0, `${stdout}${stderr}`)
}

const cruised = (output) => Number(/(\d+) modules/.exec(output)?.[1] ?? 0)

/** An import against the arrows, in a tree of its own, must be refused: else the check sees nothing. */
const seesViolations = () => {
  const folder = mkdtempSync(join(tmpdir(), 'cuvee-arrows-'))
  try {
    mkdirSync(join(folder, 'packages/domain'), { recursive: true })
    mkdirSync(join(folder, 'apps/server/src'), { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"type":"module","imports":{"#server/*":"./apps/server/src/*"}}')
    writeFileSync(join(folder, 'apps/server/src/planted.ts'), 'export type Planted = string\n')
    writeFileSync(
      join(folder, 'packages/domain/planted.ts'),
      "import type { Planted } from '#server/planted.ts'\nexport const planted: Planted = ''\n",
    )
    const { status, stdout } = run([DEPCRUISE, '--config', ARROWS, 'packages', 'apps'], folder)
    return status !== 0 && stdout.includes('domain-is-pure')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As a clean machine will see it: npm ci refuses a lock file that leaves out the packages of other platforms. */
const lockFile = () => {
  const args = ['ci', '--dry-run', '--offline', '--loglevel=error']
  const npm = process.env.npm_execpath
  return npm ? run([npm, ...args]) : spawnSync('npm', args, { cwd: root, encoding: 'utf8' })
}

const lock = lockFile()
report('lock file', lock.status === 0, `${lock.stdout}${lock.stderr}`)
step('format and lint', [bin('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '--error-on-warnings', '.'])
step('types', [bin('typescript/bin/tsc'), '--noEmit', '-p', '.'])

const arrows = run([DEPCRUISE, '--config', ARROWS, 'apps', 'packages'])
report('import arrows', arrows.status === 0, `${arrows.stdout}${arrows.stderr}`)
report(
  `import arrows of at least ${MODULES_AT_LEAST} modules`,
  cruised(arrows.stdout) >= MODULES_AT_LEAST,
  `only ${cruised(arrows.stdout)} modules were read`,
)
report('a planted import against the arrows is refused', seesViolations(), 'the planted import went unnoticed')
step('dead code', [bin('knip/bin/knip.js'), '--no-progress'])

if (failures.length > 0) {
  process.stdout.write(`\ncheck failed: ${failures.join(', ')}\n`)
  process.exitCode = 1
}
