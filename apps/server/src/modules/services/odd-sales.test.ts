import { expect, test } from 'vitest'
import { csvImports } from './csv-import.fixture.ts'
import { ODD_FILES, type OddFile } from './odd-sales.fixture.ts'

const { importText, rows } = await csvImports()

/** What the import of a file came to, computed from its stored rows. */
const readOf = async (currency: string): Promise<OddFile['right']> => {
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
  const [orders, refunds, netSales, tax, shipping, tips, total, firstDay, lastDay, customers, quantity] = row as never[]
  return { orders, refunds, netSales, tax, shipping, tips, total, firstDay, lastDay, customers, quantity } as never
}

const expectRight = async ({ text, currency = 'USD', right, mayAsk }: OddFile) => {
  const options = { currency }
  const asked: string[] = []
  try {
    const { rejected, problems } = await importText(text, {}, options)
    if (rejected > 0) asked.push(...problems.map(({ line, column, message }) => `${line} ${column}: ${message}`))
  } catch (error) {
    asked.push(String(error))
  }
  if (asked.length > 0 && mayAsk) {
    expect(asked.join('; ')).toContain(mayAsk)
    return
  }
  expect(asked).toEqual([])
  expect(await readOf(currency)).toMatchObject(right)
}

test.each(ODD_FILES)('$name', expectRight)
