import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readClosedFile } from '../older-file.fixture.ts'
import { temporaryFolder, testWarehouse } from '../test-warehouse.fixture.ts'

const MIB = 1024 ** 2
const LINES = 30_000

/** Texts that do not compress, so that a copy has to hold them. */
const FILL = `INSERT INTO order_lines BY NAME
  SELECT 's1' AS service_id, md5('l' || n) AS source_id, md5('o' || n) AS order_source_id, md5('i' || n) AS line_id, 1 AS line_number, 1 AS quantity, 0 AS discount, 'wine' AS item_kind,
         md5('a' || n) || md5('b' || n) || md5('c' || n) || md5('d' || n) AS product_title, md5('e' || n) || md5('f' || n) AS brand,
         n AS amount, n AS net_sales, 'utc' AS time_basis, 'USD' AS currency
  FROM range(${LINES}) t(n)`

test('F37: a copy that runs out of memory is retried with more, and complete', async () => {
  const dataDir = await temporaryFolder()
  const filling = await testWarehouse({ dataDir, checkpointOnClose: true })
  await filling.warehouse.withConnection(1, (connection) => connection.run(FILL))
  await filling.warehouse.close()

  const { warehouse } = await testWarehouse({ dataDir, copyMemory: 8 * MIB })
  const copy = (await warehouse.copyAccount(1))?.file ?? ''
  // With as little memory again it would have failed again.
  expect(warehouse.usage.opens).toBe(2)
  const sums = 'SELECT count(*), sum(net_sales)::BIGINT, count(DISTINCT product_title) FROM order_lines'
  expect(await readClosedFile(copy, [sums])).toEqual([[[LINES, (LINES * (LINES - 1)) / 2, LINES]]])
  await rm(copy)
})
