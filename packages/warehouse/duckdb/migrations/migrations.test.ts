import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ACCOUNT_MIGRATIONS } from '../migrate.ts'

const checksumOf = (statements: readonly string[]): string =>
  createHash('sha256').update(statements.join(';\n')).digest('hex')

test('a migration that has shipped stays as it was, and each new one is pinned by its checksum', () => {
  const pinned: unknown = JSON.parse(readFileSync(new URL('checksums.json', import.meta.url), 'utf8'))
  const found = ACCOUNT_MIGRATIONS.map(({ name, statements }) => [name, checksumOf(statements)])
  expect(Object.fromEntries(found)).toEqual(pinned)
})

test('migrations are numbered without gaps, in order', () => {
  const names = ACCOUNT_MIGRATIONS.map(({ name }) => name)
  expect(names.map((name) => name.slice(0, 5))).toEqual(
    names.map((_, index) => `${String(index + 1).padStart(4, '0')}-`),
  )
})
