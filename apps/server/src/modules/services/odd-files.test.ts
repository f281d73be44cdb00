import { expect, test } from 'vitest'
import { sample } from '#testkit/lane.ts'
import { archiveFiles } from '#testkit/odd-files/archive-files.ts'
import { textOddFiles } from '#testkit/odd-files/odd-files.ts'
import { csvImports } from './csv-import.fixture.ts'

/** Each file has one oddity, and says what must come out. */
const FILES = [...textOddFiles, ...(await archiveFiles())]

const { importFile, rows } = await csvImports()

const totals = async () => {
  const [found = []] = await rows(
    `SELECT (SELECT count(*) FROM orders), count(*), sum(quantity), sum(amount), 
      (SELECT min(ordered_local)::VARCHAR FROM orders), (SELECT max(ordered_local)::VARCHAR FROM orders) FROM order_lines`,
  )
  const [orders, lines, quantity, cents, first, last] = found
  return { orders: Number(orders), lines: Number(lines), quantity: Number(quantity), cents: Number(cents), first, last }
}

test('there are at least 60 odd files', () => {
  expect(FILES.length).toBeGreaterThanOrEqual(60)
})

test.each(sample(FILES, 20))('$name: $oddity', async (file) => {
  const { content, settings = {}, currency = 'USD', expected, question, notes } = file
  const importing = importFile(Buffer.from(content), settings, { currency, timeZone: 'UTC' })
  if (question !== undefined) return expect(importing).rejects.toThrow(question)
  const { problems, report } = await importing
  if (settings.onError !== 'skip') expect(problems).toEqual([])
  expect(await totals()).toEqual(expected)
  if (notes !== undefined) expect(report.notes).toEqual(notes)
})
