import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { loadBatch } from '../duckdb/load-batch.fixture.ts'
import { testWarehouse } from '../duckdb/test-warehouse.fixture.ts'
import { duckDbEngine, type TestEngine } from './engines.fixture.ts'
import { parsed, requests, type ValuesOf, type Written } from './generated-definitions.fixture.ts'
import { settingsIn, winery, ZONES } from './generated-winery.fixture.ts'
import { askEngine, differences, type Judged, judge, withDefinition } from './judged.fixture.ts'
import { type Books, keepBooks } from './naive/books.ts'
import type { NaiveSettings } from './naive/settings.ts'

/** `SEED` replays a run, `RUNS` says how many definitions it has. */
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const runs = Number(process.env.RUNS ?? 100)
const PER_WINERY = 25
process.stdout.write(`generated definitions: SEED=${seed} RUNS=${runs}\n`)

const closers: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closers.toReversed()) await close()
})

const { warehouse } = await testWarehouse({}, (close) => closers.push(close))

interface Account {
  readonly books: Books
  readonly engines: readonly TestEngine[]
}

const openAccount = async (place: number, timeZone: string): Promise<Account> => {
  const accountId = place + 1
  const [rows = new Map()] = fc.sample(winery, { seed: seed + place, numRuns: 1 })
  for (const [serviceId, batch] of rows) {
    const request = { accountId, serviceId, batchId: `${serviceId}-1`, calendar: { timeZone }, mode: 'merge' as const }
    await loadBatch(warehouse, request, batch)
  }
  const duckDb = duckDbEngine(async (statement) => (await warehouse.query(accountId, statement)).rows)
  return { books: keepBooks(rows, timeZone), engines: [duckDb] }
}

/** Values of the records themselves, under settings that most of them are read by. */
const valuesIn = (books: Books, settings: NaiveSettings): ValuesOf => {
  const context = {
    books,
    settings,
    withoutClubOrders: false,
    range: null,
    facts: { range: null, filters: [] },
    window: { from: null, until: settings.today },
  }
  return (type, columnId) => {
    const column = type.columns[columnId]
    return type
      .records(context)
      .map(({ values, days }) => days[columnId] ?? values[columnId] ?? null)
      .map((value) =>
        typeof value === 'number' ? value / (column?.type === 'currency' ? 100 : (column?.scale ?? 1)) : value,
      )
      .filter((value) => value !== null)
  }
}

/** What kinds of answers the definitions had: an agreement on nothing proves nothing. */
const seen = { refused: 0, withRows: 0, withOthers: 0, compared: 0, all: 0 }

const note = (answer: Judged): void => {
  seen.all += 1
  if ('refused' in answer) {
    seen.refused += 1
    return
  }
  if (answer.rows.length > 0) seen.withRows += 1
  if (answer.others !== null) seen.withOthers += 1
  if (answer.previous?.some((row) => row !== null)) seen.compared += 1
}

afterAll(() => {
  process.stdout.write(`generated definitions: SEED=${seed} ${JSON.stringify(seen)}\n`)
})

interface Drawn {
  readonly written: Written
  readonly settings: NaiveSettings
  readonly withoutClubOrders: boolean
}

const check = async ({ books, engines }: Account, { written, settings, withoutClubOrders }: Drawn): Promise<void> => {
  const request = withDefinition(parsed(written))
  const expected = judge({ books, settings }, request, withoutClubOrders)
  note(expected)
  for (const engine of engines) {
    const given = await askEngine(engine, request, settings, withoutClubOrders)
    const parts = differences(given, expected)
    if (parts.length > 0)
      expect({ engine: engine.name, parts, ...given }).toEqual({ engine: 'naive', parts, ...expected })
  }
}

describe.each(Array.from({ length: Math.ceil(runs / PER_WINERY) }, (_, place) => place))('winery %i', (place) => {
  const timeZone = ZONES[place % ZONES.length] ?? 'UTC'

  test(`answers what the records say, SEED=${seed}`, { timeout: 120_000 }, async () => {
    const account = await openAccount(place, timeZone)
    const settings = settingsIn(timeZone)
    const [usual] = fc.sample(settings, { seed, numRuns: 1 })
    if (usual === undefined) throw new Error('No settings')
    const drawn = fc.record({
      written: requests(valuesIn(account.books, usual)),
      settings,
      withoutClubOrders: fc.boolean(),
    })
    const property = fc.asyncProperty(drawn, (one) => check(account, one))
    await fc.assert(property, { seed: seed + place, numRuns: Math.min(PER_WINERY, runs - place * PER_WINERY) })
  })
})
