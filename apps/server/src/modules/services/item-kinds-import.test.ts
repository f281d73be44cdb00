import { expect, test } from 'vitest'
import { csvImports } from './csv-import.fixture.ts'

const { importText, nextAccount, rows } = await csvImports()

const COLUMNS = 'Order ID,Order Date,SKU,Product title,Quantity,Line amount'
const KINDS = 'SELECT sku, item_kind FROM order_lines ORDER BY sku'

const kindsOf = async (text: string, sql = KINDS) => {
  await importText(text)
  return Object.fromEntries(await rows(sql))
}

test('a file that doesn’t say what its goods are is of wine, but for what their names say', async () => {
  const lines = [
    'A,Estate No. 7',
    'B,Logo T-Shirt',
    'C,Gift Card',
    'D,Gift Card Box',
    'E,Tasting Flight',
    'F,2018 Hat Trick Merlot',
    'G,Gift Voucher',
  ]
  const file = [COLUMNS, ...lines.map((line, index) => `${index},2026-01-05,${line},1,20.00`)].join('\n')
  expect(await kindsOf(file)).toEqual({
    A: 'wine',
    B: 'merch',
    C: 'gift_card',
    D: 'merch',
    E: 'tasting',
    F: 'wine',
    G: 'other',
  })
})

test('a category says what a title doesn’t', async () => {
  const file = `${COLUMNS},Category\n1,2026-01-05,A,No. 7,1,20.00,Apparel\n2,2026-01-05,B,No. 7,1,20.00,Reds\n3,2026-01-05,C,No. 7,1,20.00,`
  expect(await kindsOf(file)).toEqual({ A: 'merch', B: 'wine', C: 'wine' })
})

test('a word for goods of any kind leaves it to their names, and an unknown one is other', async () => {
  const file = `${COLUMNS},Item kind\n1,2026-01-05,A,Estate Merlot,1,20.00,Physical Good\n2,2026-01-05,B,Cap,1,20.00,Physical Good
3,2026-01-05,C,Cap,1,20.00,Wine\n4,2026-01-05,D,No. 7,1,20.00,Curiosities\n5,2026-01-05,E,Merlot,1,20.00,Curiosities`
  expect(await kindsOf(file)).toEqual({ A: 'wine', B: 'merch', C: 'wine', D: 'other', E: 'wine' })
})

test('products of a product list and of sales are called by the same names', async () => {
  const products = 'SELECT sku, item_kind FROM products ORDER BY sku'
  expect(await kindsOf('SKU,Product title,Price\nA,No. 7,20\nB,Corkscrew,5\n', products)).toEqual({
    A: 'wine',
    B: 'merch',
  })
  const sold = `${COLUMNS}\n1,2026-01-05,A,Estate No. 7,1,20.00\n2,2026-01-05,B,Corkscrew,1,5.00`
  expect(await kindsOf(sold, products)).toEqual({ A: 'wine', B: 'merch' })
})

test('a kind that a product list states stays when sales don’t state one', async () => {
  const accountId = nextAccount()
  await importText('SKU,Product title,Item kind\nA,Cellar Door,Event\n', {}, { accountId })
  await importText(`${COLUMNS}\n1,2026-01-05,A,Cellar Door,1,20.00`, {}, { accountId })
  expect(await rows('SELECT item_kind FROM products')).toEqual([['event']])
})
