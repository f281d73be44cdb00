import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csvImports } from './csv-import.fixture.ts'

const { importFile, rows } = await csvImports()

const read = (file: string) => readFileSync(new URL(`odd-sales/${file}.csv`, import.meta.url))

/**
 * Sales files as tills and shops export them, each odd in one way, with what an accountant reads in it.
 *
 * Money is in cents (whole yen where the account is in JPY). Orders are paid sales (no refunds, not canceled); sums are over
 * paid orders and refunds (refunds negative). Net sales are after discounts, before tax, shipping and tips, without gift
 * cards sold and deposits. Customers are the distinct ones that the file names. Days are those of Los Angeles. Quantities are
 * as written, not in hundredths. A cell is blank where the file does not say. Where `mayAsk` is filled, a question or refusal
 * that names this column or line is as good, or better.
 */
const ODD_FILES: readonly Readonly<Record<string, string>>[] = parse(read('right'), { columns: true })
const SUMS = 'orders refunds netSales tax shipping tips total firstDay lastDay customers quantity'.split(' ')

/** What the import of a file came to, computed from its stored rows, in the order of `SUMS`. */
const readSums = async (currency: string) => {
  const PAID = `payment_status = 'paid' AND currency = '${currency}'`
  const sums = ['net_sales', 'tax', 'shipping', 'tip', 'total'].map(
    (name) => `coalesce(sum(${name}) FILTER (${PAID}), 0)::INTEGER`,
  )
  const [row = []] = await rows(
    `SELECT count(*) FILTER (${PAID} AND NOT is_refund)::INTEGER, count(*) FILTER (${PAID} AND is_refund)::INTEGER, ${sums.join(', ')},
      min(ordered_local)::DATE::VARCHAR, max(ordered_local)::DATE::VARCHAR,
      (SELECT count(*)::INTEGER FROM customers),
      (SELECT sum(quantity)::DOUBLE FROM order_lines WHERE order_source_id IN (SELECT source_id FROM orders WHERE ${PAID}))
    FROM orders`,
  )
  return Object.fromEntries(SUMS.map((name, index) => [name, String(row[index])]))
}

test.each(ODD_FILES)('$file', async ({ file = '', currency = '', mayAsk = '', ...right }) => {
  const asked: string[] = []
  try {
    const { rejected, problems } = await importFile(read(file), {}, { currency })
    if (rejected > 0) asked.push(...problems.map(({ line, column, message }) => `${line} ${column}: ${message}`))
  } catch (error) {
    asked.push(String(error))
  }
  if (asked.length > 0 && mayAsk) {
    expect(asked.join('; ')).toContain(mayAsk)
    return
  }
  expect(asked).toEqual([])
  const written = SUMS.filter((name) => right[name] !== '').map((name) => [name, right[name]])
  expect(await readSums(currency)).toMatchObject(Object.fromEntries(written))
})
