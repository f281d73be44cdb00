import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { isFullLane } from '#testkit/lane.ts'

interface Edit {
  readonly file: string
  /** whether the edit adds an entry to a list that is kept by hand; an import is no list */
  readonly list: boolean
  /** a line of the file, without its indentation */
  readonly after: string
  readonly insert: string
}

interface Recipe {
  readonly kind: string
  /** where all new files are; null when a kind needs none */
  readonly folder: string | null
  readonly newFiles: Readonly<Record<string, string>>
  readonly edits: readonly Edit[]
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const RECIPES = join(ROOT, 'scripts/recipes')
const KINDS = [
  'account-setting',
  'connector',
  'endpoint',
  'insight-kind',
  'measure',
  'notification-kind',
  'report',
  'widget',
]

const copy = mkdtempSync(join(tmpdir(), 'cuvee-recipes-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const recipes: readonly Recipe[] = await Promise.all(
  readdirSync(RECIPES)
    .filter((file) => file.endsWith('.recipe.mjs'))
    .toSorted()
    .map(async (file) => (await import(join(RECIPES, file))).recipe),
)

const git = (cwd: string, ...args: string[]): string =>
  spawnSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 }).stdout

const copyTree = (): void => {
  for (const file of git(ROOT, 'ls-files', '-co', '--exclude-standard').split('\n').filter(Boolean)) {
    cpSync(join(ROOT, file), join(copy, file), { recursive: true, force: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  git(copy, 'init', '-q')
}

const applyEdit = ({ file, after, insert }: Edit): void => {
  const lines = readFileSync(join(copy, file), 'utf8').split('\n')
  const found = lines.findIndex((line) => line.trim() === after)
  expect(found, `${file} has no line "${after}"`).toBeGreaterThanOrEqual(0)
  writeFileSync(join(copy, file), lines.toSpliced(found + 1, 0, insert).join('\n'))
}

const apply = ({ newFiles, edits }: Recipe): void => {
  for (const [file, text] of Object.entries(newFiles)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), text)
  }
  for (const edit of edits) applyEdit(edit)
}

const run = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 26 })

test('every kind of thing has a recipe', () => {
  expect(recipes.map(({ kind }) => kind)).toEqual(KINDS)
})

test.each(recipes.map((recipe) => [recipe.kind, recipe] as const))(
  'adding a %s edits at most two files outside its folder and one list',
  (_kind, { folder, newFiles, edits }) => {
    for (const file of Object.keys(newFiles)) expect(file.startsWith(folder ?? '(no folder)')).toBe(true)
    expect(new Set(edits.map(({ file }) => file)).size).toBeLessThanOrEqual(2)
    expect(edits.filter(({ list }) => list).length).toBeLessThanOrEqual(1)
  },
)

test('every edit finds its place', () => {
  copyTree()
  for (const recipe of recipes) apply(recipe)
})

test.runIf(isFullLane)(
  'npm run check passes with one more of each kind (full lane)',
  () => {
    run('node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...recipes.flatMap(filesOf))
    const { status, stdout, stderr } = run('scripts/check.mjs')
    expect(status, `${stdout}${stderr}`).toBe(0)
  },
  300_000,
)

const filesOf = ({ newFiles, edits }: Recipe): string[] => [...Object.keys(newFiles), ...edits.map(({ file }) => file)]
