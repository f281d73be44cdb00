import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lookupTable, nestedLookupTable } from './lookup-table.ts'

test.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])('%s is in no table', (name) => {
  const nested = nestedLookupTable({ channel: { web: 'Web' } })
  expect([lookupTable({ web: 'Web' })[name], nested[name], nested.channel?.[name]]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect([lookupTable({ web: 'Web' }).web, nested.channel?.web]).toEqual(['Web', 'Web'])
})

const REFUSED = [
  "const a: Readonly<Record<string, string>> = { web: 'Web' }",
  "const b: Readonly<Record<string, Readonly<Record<string, string>>>> = { a: { b: 'c' } }",
  'const isIn = (name: string, all: object) => name in all',
]
const ACCEPTED = [
  "const c: Readonly<Record<string, string>> = lookupTable({ web: 'Web' })",
  "const d: Readonly<Record<'web', string>> = { web: 'Web' }",
  "const isNamed = (all: object) => 'name' in all",
]

test('the lint rule refuses tables and questions that count what objects inherit', () => {
  const root = new URL('../..', import.meta.url).pathname
  const folder = mkdtempSync(join(tmpdir(), 'cuvee-lint-'))
  try {
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ plugins: [join(root, 'scripts/own-keys.grit')] }))
    writeFileSync(join(folder, 'planted.ts'), [...REFUSED, ...ACCEPTED].join('\n'))
    const args = ['lint', '--only=plugin', '--reporter=github', 'planted.ts']
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/biome'), args, { cwd: folder, encoding: 'utf8' })
    expect([...stdout.matchAll(/^::error .*,line=(\d+),/gm)].map(([, line]) => Number(line))).toEqual([1, 2, 3])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
