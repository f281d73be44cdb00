import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sample } from '#testkit/lane.ts'
import { csvImports } from './csv-import.fixture.ts'

// Written by scripts/make-odd-files.ts; each file has one oddity, and a side file that says what must come out.
const FOLDER = fileURLToPath(new URL('../../../../../packages/testkit/odd-files/files/', import.meta.url))

const SideFile = z.object({
  oddity: z.string(),
  settings: z.record(z.string(), z.unknown()).default({}),
  currency: z.string().default('USD'),
  expected: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  question: z.string().optional(),
  notes: z.array(z.string()).optional(),
})

const FILES = readdirSync(FOLDER)
  .filter((name) => !name.endsWith('.json'))
  .map((name) => ({ name, ...SideFile.parse(JSON.parse(readFileSync(`${FOLDER}${name}.json`, 'utf8'))) }))

const { importFile, rows } = await csvImports()

let account = 0

const totals = async (accountId: number) => {
  const [found = []] = await rows(
    `SELECT (SELECT count(*) FROM orders), count(*), sum(quantity), sum(amount), 
      (SELECT min(ordered_local)::VARCHAR FROM orders), (SELECT max(ordered_local)::VARCHAR FROM orders) FROM order_lines`,
    accountId,
  )
  const [orders, lines, quantity, cents, first, last] = found
  return { orders: Number(orders), lines: Number(lines), quantity: Number(quantity), cents: Number(cents), first, last }
}

test('there are at least 60 odd files', () => {
  expect(FILES.length).toBeGreaterThanOrEqual(60)
})

test.each(sample(FILES, 20))('$name: $oddity', async ({ name, settings, currency, expected, question, notes }) => {
  account += 1
  const importing = importFile(readFileSync(`${FOLDER}${name}`), settings, {
    accountId: account,
    currency,
    timeZone: 'UTC',
  })
  if (question !== undefined) return expect(importing).rejects.toThrow(question)
  const { problems, report } = await importing
  if (settings.onError !== 'skip') expect(problems).toEqual([])
  expect(await totals(account)).toEqual(expected)
  if (notes !== undefined) expect(report.notes).toEqual(notes)
})
