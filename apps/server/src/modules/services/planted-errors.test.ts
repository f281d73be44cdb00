import { expect, test } from 'vitest'
import { FilePreview, ImportCheck } from '#contract/imports.ts'
import { DAY_MS } from '#domain/clock.ts'
import { volume } from '#testkit/lane.ts'
import { testApp } from '#testkit/test-app.ts'
import { serviceCalls } from './service-calls.fixture.ts'

// Written from the contract and the docs alone, not from the code of the checks, so that it measures what they miss.
const ROUNDS = volume({ normal: 12, full: 300 })

const t = await testApp({ env: { RATE_LIMITS: 'off' } })
const { addService, stage } = serviceCalls(t)

type Layout = 'orders' | 'lines'
/** By the first spelling of each column; dates are `YYYY-MM-DD` until they are written. */
type Row = Readonly<Record<string, string>>
/** Columns, on the mapping page. */
type Exchanged = readonly [one: string, other: string]

interface SalesFile {
  readonly layout: Layout
  readonly rows: readonly Row[]
  readonly exchanged?: Exchanged
}

/** The generator mulberry32. */
const randomOf = (seed: number) => {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return { below, pick: <T>(items: readonly T[]): T => items[below(items.length)] as T }
}
type Random = ReturnType<typeof randomOf>

const COLUMNS: Readonly<Record<Layout, string>> = {
  orders:
    'Order ID/Order Number/Order No,Order date/Date,Customer email/Email,Subtotal,Discount/Discounts,Shipping,' +
    'Tax/Taxes/Sales tax,Tip/Tips,Total/Order total,Order type,Payment status/Financial status',
  lines:
    'Order ID/Order Number/Order No,Order date/Date,SKU,Item/Product title,Quantity/Qty,Unit price/Price,' +
    'Discount/Line discount,Line total/Line amount,Order tax/Tax,Order total',
}
const snakeCase = (text: string) => text.toLowerCase().replaceAll(' ', '_')
const LETTERINGS = [(text: string) => text, (text: string) => text.toUpperCase(), snakeCase]
const DATE_STYLES = ['$1-$2-$3', '$2/$3/$1', '$3.$2.$1']

const TITLES = ['Pinot Noir', 'Chardonnay', 'Cabernet', 'Creek Rosé', 'Syrah', 'Zinfandel', 'Viognier']
const WINES = TITLES.map((title, at) => ({ title, sku: `W-${101 + at}`, price: 2425 + at * 657 }))

/** 17 digits, of which spreadsheets keep 15: those of two or three orders are the same then. */
const longId = (index: number) => String(20_260_104_000_000_011n + BigInt(index) * 37n)
const ID_STYLES = [(index: number) => String(1001 + index), (index: number) => `WV-${1001 + index}`, longId]

const cell = (row: Row, column: string) => row[column] ?? ''
// Zero is added because a refund's zero is −0.
const money = (cents: number) => ((cents + 0) / 100).toFixed(2)
const cents = (text: string) => Math.round(Number(text) * 100)
const taxOf = (base: number) => Math.round((base * 825) / 10_000)
const signed = (sign: number, amounts: Readonly<Record<string, number>>): Row =>
  Object.fromEntries(Object.entries(amounts).map(([column, amount]) => [column, money(sign * amount)]))

type RowsOf = (index: number, sign: number, random: Random) => Row[]
// Discount, shipping and tip are certain in an early order, so that every file has what an error needs.
const orderRows: RowsOf = (index, sign, { below, pick }) => {
  const isSale = sign === 1
  const subtotal = 1200 + below(30_000)
  const discount = index === 3 || below(10) < 3 ? Math.round(subtotal / 10) : 0
  const shipping = isSale && (index === 4 || below(10) < 4) ? pick([1200, 1500, 2495]) : 0
  const tip = isSale && (index === 5 || below(10) < 3) ? 100 + below(2000) : 0
  const tax = taxOf(subtotal - discount)
  const total = subtotal - discount + shipping + tax + tip
  const amounts = { Subtotal: subtotal, Discount: discount, Shipping: shipping, Tax: tax, Tip: tip, Total: total }
  const kind = { 'Order type': isSale ? 'Sale' : 'Refund', 'Payment status': 'Paid' }
  return [{ ...kind, 'Customer email': `guest${below(15)}@winery.example`, ...signed(sign, amounts) }]
}

const lineRows: RowsOf = (index, sign, { below, pick }) => {
  const lines = Array.from({ length: 1 + below(4) }, (_, at) => {
    const [wine, quantity] = [pick(WINES), 1 + below(6)]
    const gross = quantity * wine.price
    const discount = (index === 3 && at === 0) || below(4) === 0 ? Math.round(gross / 10) : 0
    return { ...wine, quantity, discount, amount: gross - discount }
  })
  const net = lines.reduce((sum, { amount }) => sum + amount, 0)
  const ofOrder = signed(sign, { 'Order tax': taxOf(net), 'Order total': net + taxOf(net) })
  return lines.map(({ sku, title, price, quantity, discount, amount }, at) => ({
    ...{ SKU: sku, Item: title, Quantity: String(sign * quantity), 'Unit price': money(price) },
    ...signed(sign, { Discount: discount, 'Line total': amount }),
    ...(at === 0 ? ofOrder : {}),
  }))
}

const salesFile = (layout: Layout, random: Random): SalesFile => {
  const { below, pick } = random
  const idOf = pick(ID_STYLES)
  let day = Date.UTC(2026, 0, 5 + below(4))
  const orders = Array.from({ length: 20 + below(21) }, (_, index) => {
    const order = { 'Order ID': idOf(index), 'Order date': new Date(day).toISOString().slice(0, 10) }
    day += below(4) * DAY_MS
    const rows = (layout === 'orders' ? orderRows : lineRows)(index, index % 9 === 7 ? -1 : 1, random)
    return rows.map((row): Row => ({ ...order, ...row }))
  })
  return { layout, rows: (below(10) < 3 ? orders.toReversed() : orders).flat() }
}

/** Spellings, dates and the order of columns, which a right file shares with its wrong version. */
const writingOf = (layout: Layout, { below, pick }: Random) => {
  const [lettering, dateStyle, isShuffled] = [pick(LETTERINGS), pick(DATE_STYLES), below(2) === 1]
  const named = COLUMNS[layout].split(',').map((spellings, at) => {
    const names = spellings.split('/')
    return { name: names[0] ?? '', header: lettering(pick(names)), place: isShuffled ? below(999) : at }
  })
  const columns = named.toSorted((a, b) => a.place - b.place)
  const dated = (row: Row) => ({ ...row, 'Order date': cell(row, 'Order date').replace(/(.+)-(.+)-(.+)/, dateStyle) })
  const written = (row: Row) => columns.map(({ name }) => cell(row, name)).join(',')
  const write = ({ rows }: SalesFile) =>
    [columns.map(({ header }) => header).join(','), ...rows.map((row) => written(dated(row)))].join('\n')
  return { write, headerOf: (column: string) => columns.find(({ name }) => name === column)?.header ?? column }
}

type Plant = (file: SalesFile, random: Random) => SalesFile

const edited = (file: SalesFile, edit: (row: Row, index: number) => Row): SalesFile => ({
  ...file,
  rows: file.rows.map((row, index) => ({ ...row, ...edit(row, index) })),
})
const renumbered = (file: SalesFile, idOf: (at: number, ids: readonly string[]) => string | undefined) => {
  const ids = [...new Set(file.rows.map((row) => cell(row, 'Order ID')))]
  return edited(file, (row) => ({ 'Order ID': idOf(ids.indexOf(cell(row, 'Order ID')), ids) ?? '' }))
}
const scaled = (file: SalesFile, column: string, by: number) => {
  const scale = (text: string) => (text === '' ? '' : money(Math.round(cents(text) * by)))
  return edited(file, (row) => ({ [column]: scale(cell(row, column)) }))
}

/** Their totals alone stay negative. */
const refundsAsSales: Plant = (file) => {
  const asSale = (column: string, text: string) =>
    /^(Order t|T)otal$/.test(column) ? text : text.replace(/^-/, '').replace('Refund', 'Sale')
  return edited(file, (row) => Object.fromEntries(Object.entries(row).map(([key, text]) => [key, asSale(key, text)])))
}
/** Discounts may have either sign: docs/csv-files.md. */
const SIGNED = {
  orders: ['Subtotal', 'Shipping', 'Tax', 'Tip', 'Total'],
  lines: ['Unit price', 'Line total', 'Order tax', 'Order total'],
}
const flipped: Plant = (file, { pick }) => scaled(file, pick(SIGNED[file.layout]), -1)
const tooHigh: Plant = (file) => scaled(file, file.layout === 'orders' ? 'Tax' : 'Order tax', 1.1)
const taxInside: Plant = (file) =>
  edited(file, (row) => ({ Subtotal: money(cents(cell(row, 'Subtotal')) + cents(cell(row, 'Tax'))) }))
const tipAsTax: Plant = (file) => edited(file, (row) => ({ Tax: cell(row, 'Tip'), Tip: cell(row, 'Tax') }))
const restarted: Plant = (file) => renumbered(file, (at, ids) => ids[at % Math.ceil(ids.length / 2)])
const rounded: Plant = (file) => renumbered(file, (at) => `${longId(at).slice(0, -2)}00`)
/** By two orders of other days and customers; lines have no customer. */
const sharedId: Plant = (file) => {
  const differs = (row: Row, column: string) => row[column] === undefined || row[column] !== file.rows[0]?.[column]
  const other = file.rows.findLast((row) => differs(row, 'Order date') && differs(row, 'Customer email'))?.['Order ID']
  return renumbered(file, (at, ids) => (ids[at] === other ? ids[0] : ids[at]))
}
const exchangedDays: Plant = (file) =>
  edited(file, (row) => ({ 'Order date': cell(row, 'Order date').replace(/-(\d\d)-(0\d|1[0-2])$/, '-$2-$1') }))
const mistypedYear: Plant = (file, { pick }) => {
  const { 'Order ID': id, 'Order date': date = '' } = pick(file.rows)
  return edited(file, (row) => (row['Order ID'] === id ? { 'Order date': date.replace('2026', '2062') } : {}))
}
/** The first, third, fifth and seventh wine. */
const sameSku: Plant = (file) =>
  edited(file, (row) => (TITLES.indexOf(cell(row, 'Item')) % 2 === 0 ? { SKU: 'W-101' } : {}))
const exchange =
  (...exchanged: Exchanged) =>
  (file: SalesFile) => ({ ...file, exchanged })

const BOTH: readonly Layout[] = ['orders', 'lines']
const ERRORS: readonly { readonly name: string; readonly layouts: readonly Layout[]; readonly plant: Plant }[] = [
  { name: 'sign: refunds as sales', layouts: BOTH, plant: refundsAsSales },
  { name: 'sign: one column flipped', layouts: BOTH, plant: flipped },
  { name: 'tax: 10 % too high', layouts: BOTH, plant: tooHigh },
  { name: 'tax: also inside the subtotal', layouts: ['orders'], plant: taxInside },
  { name: 'tax: cells exchanged with the tip', layouts: ['orders'], plant: tipAsTax },
  { name: 'ID: numbers start again', layouts: BOTH, plant: restarted },
  { name: 'ID: shared by two orders', layouts: BOTH, plant: sharedId },
  { name: 'ID: last digits rounded', layouts: BOTH, plant: rounded },
  { name: 'date: days and months exchanged', layouts: BOTH, plant: exchangedDays },
  { name: 'date: a year mistyped', layouts: BOTH, plant: mistypedYear },
  { name: 'SKU: one for many titles', layouts: ['lines'], plant: sameSku },
  { name: 'mapping: total and subtotal', layouts: ['orders'], plant: exchange('Total', 'Subtotal') },
  { name: 'mapping: tax and shipping', layouts: ['orders'], plant: exchange('Tax', 'Shipping') },
  { name: 'mapping: unit price and line total', layouts: ['lines'], plant: exchange('Unit price', 'Line total') },
]
const CASES = ERRORS.flatMap(({ layouts, ...error }) => layouts.map((layout) => ({ ...error, layout })))
/** Without a common divisor with their number, so that few rounds see errors of all groups. */
const STRIDE = 5

const withExchanged = (mapping: FilePreview['mapping'], [one, other]: Exchanged): FilePreview['mapping'] =>
  JSON.parse(JSON.stringify(mapping), (_, value) => (value === one ? other : value === other ? one : value))

/** What is said against a file before its import; null: nothing. */
const complaintOf = async (text: string, exchanged: Exchanged | null): Promise<string | null> => {
  const { token } = await t.register()
  const { id } = await addService({ token })
  const { fileId } = (await stage({ token }, id, text)).json<{ fileId: string }>()
  const ask = (what: 'preview' | 'check', settings: object) =>
    t.call('POST', `/service/${id}/${what}`, { token, body: { fileId, ...settings } })
  const proposed = FilePreview.parse((await ask('preview', {})).json())
  const mapping = exchanged && withExchanged(proposed.mapping, exchanged)
  if (exchanged) expect(mapping, `neither of ${exchanged.join(', ')} is mapped`).not.toEqual(proposed.mapping)
  const settings = mapping ? { kind: proposed.kind, mapping } : {}
  const { problems, notes, detection } = FilePreview.parse((await ask('preview', settings)).json())
  const said = problems[0]?.message ?? notes.find((note) => /n[’']t add up to|swapped|different titles/.test(note))
  if (said !== undefined) return said
  if (detection.certainty === 'unsure') return 'The kind is unsure'
  const checked = await ask('check', settings)
  if (checked.statusCode === 400) return checked.body
  const { rows, bridges, conflict } = ImportCheck.parse(checked.json())
  const rest = bridges.find(({ unexplained }) => unexplained !== 0)
  if (rest) return `${rest.unexplained} of ${rest.measure} is unexplained`
  return rows.rejected > 0 ? `${rows.rejected} rows are rejected` : conflict
}

const roundOf = async (seed: number) => {
  const random = randomOf(seed)
  const { name, layout, plant } = CASES[(seed * STRIDE) % CASES.length] as (typeof CASES)[number]
  const right = salesFile(layout, random)
  const { write, headerOf } = writingOf(layout, random)
  const { exchanged, ...wrong } = plant(right, random)
  const headers = exchanged ? ([headerOf(exchanged[0]), headerOf(exchanged[1])] as const) : null
  if (!headers) expect(write(wrong), `${name}, seed ${seed}: nothing was planted`).not.toBe(write(right))
  const ofRight = await complaintOf(write(right), null)
  const ofWrong = await complaintOf(write(wrong), headers)
  // What is said of the right file too is no notice of the error.
  return { seed, kind: `${name} (${layout})`, ofRight, isCaught: ofWrong !== null && ofWrong !== ofRight }
}

test(
  'checks notice most planted errors and say nothing against right files',
  async () => {
    const rounds: Awaited<ReturnType<typeof roundOf>>[] = []
    for (let seed = 1; seed <= ROUNDS; seed += 1) rounds.push(await roundOf(seed))
    const tally = [...Map.groupBy(rounds, ({ kind }) => kind)].map(([kind, all]) => {
      const seeds = all.filter(({ isCaught }) => !isCaught).map(({ seed }) => seed)
      return `${kind}: ${all.length - seeds.length} of ${all.length} caught; missed seeds: ${seeds.join(', ') || 'none'}`
    })
    const complaints = rounds.flatMap(({ seed, ofRight }) => (ofRight === null ? [] : [`seed ${seed}: ${ofRight}`]))
    const report = [...tally, `${complaints.length} complaints about right files`, ...complaints].join('\n')
    expect(rounds.filter(({ isCaught }) => isCaught).length / ROUNDS, report).toBeGreaterThanOrEqual(0.95)
    expect(complaints.length / ROUNDS, report).toBeLessThanOrEqual(0.02)
  },
  volume({ normal: 180_000, full: 900_000 }),
)
