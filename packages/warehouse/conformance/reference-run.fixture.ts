import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REPORTS } from '#reports/built-in-reports.ts'
import { DEFINITIONS, readDefinitions, STANDARD_DEFINITIONS } from '#semantic/definitions/definitions.ts'
import { sample, volume } from '#testkit/lane.ts'
import { loadBatch } from '../duckdb/load-batch.fixture.ts'
import { type TestWarehouse, testWarehouse } from '../duckdb/test-warehouse.fixture.ts'
import type { Warehouse } from '../engine.ts'
import { duckDbEngine, type TestEngine } from './engines.fixture.ts'
import { parsed, requests, type ValuesOf, type Written } from './generated-definitions.fixture.ts'
import {
  alongPeriods,
  byMonth,
  COLUMN_KINDS,
  calculated,
  compared,
  comparedOddly,
  everyColumn,
  inGroups,
  onHistory,
} from './generated-sweeps.fixture.ts'
import { TODAY } from './generated-values.fixture.ts'
import { settingsIn, winery, ZONES } from './generated-winery.fixture.ts'
import { type Books, deriveBooks } from './reference/books.ts'
import { isOfPeople } from './reference/history.ts'
import { REFERENCE_TYPES } from './reference/report-types.ts'
import { SEGMENT_UPDATES } from './reference/segments.ts'
import { orders } from './reference/types/orders.ts'
import type { ReferenceSettings } from './reference/winery.ts'
import {
  askEngine,
  differences,
  evaluateReference,
  type ReferenceResult,
  withDefinition,
} from './reference-evaluator.fixture.ts'

const PER_WINERY = 25

/** `SEED` selects other definitions than those of every run: a number, or `any` for a random one. */
const seedOf = (given: string | undefined): number =>
  given === 'any' ? Date.now() % 2 ** 31 : Number(given ?? 20_261_121)
const seed = seedOf(process.env.SEED)

/** Counts the kinds of answers: agreement on empty answers proves nothing. */
class AnswerCounts {
  #counts = { definitions: 0, refused: 0, withRows: 0, withOthers: 0, compared: 0, pivots: 0 }

  note(answer: ReferenceResult): void {
    const counts = this.#counts
    counts.definitions += 1
    if ('refused' in answer) counts.refused += 1
    else {
      if (answer.rows.length > 0) counts.withRows += 1
      if (answer.others !== null) counts.withOthers += 1
      if (answer.pivot !== null) counts.pivots += 1
      if (answer.previous?.some((row) => row !== null)) counts.compared += 1
    }
  }

  get share(): number {
    return this.#counts.withRows / this.#counts.definitions
  }

  toString(): string {
    return JSON.stringify(this.#counts)
  }
}

const zoneAt = (wineryIndex: number): string => ZONES[wineryIndex % ZONES.length] ?? 'UTC'

interface Account {
  readonly books: Books
  readonly engine: TestEngine
}

/** `loadInto` loads the account's rows into another warehouse */
type OpenEngine = (
  accountId: number,
  duckDb: TestEngine,
  loadInto: (other: Warehouse) => Promise<void>,
) => Promise<TestEngine>

const openAccount = async (
  { warehouse }: TestWarehouse,
  wineryIndex: number,
  openEngine: OpenEngine,
): Promise<Account> => {
  const accountId = wineryIndex + 1
  const timeZone = zoneAt(wineryIndex)
  const [services = new Map()] = fc.sample(winery, { seed: seed + wineryIndex, numRuns: 1 })
  const loadInto = async (into: Pick<Warehouse, 'beginLoad' | 'updateSegments'>): Promise<void> => {
    for (const [serviceId, batch] of services) {
      const request = { accountId, serviceId, batchId: serviceId, calendar: { timeZone }, mode: 'merge' as const }
      await loadBatch(into, request, batch)
    }
    for (const update of SEGMENT_UPDATES) await into.updateSegments(accountId, update)
  }
  await loadInto(warehouse)
  const duckDb = duckDbEngine(async (statement) => (await warehouse.query(accountId, statement)).rows)
  return { books: deriveBooks(services, timeZone), engine: await openEngine(accountId, duckDb, loadInto) }
}

/** Values of the records themselves, money as it is written. */
const valuesIn = (books: Books, settings: ReferenceSettings): ValuesOf => {
  const facts = { range: null, filters: [] }
  const window = { from: null, until: settings.today }
  const context = { books, settings, withoutClubOrders: false, range: null, facts, window }
  return (type, columnId) => {
    const column = type.columns[columnId]
    const scale = column?.type === 'currency' ? 100 : (column?.scale ?? 1)
    return type
      .records(context)
      .map(({ values, days }) => days[columnId] ?? values[columnId] ?? null)
      .filter((value) => value !== null)
      .map((value) => (typeof value === 'number' ? value / scale : value))
  }
}

interface Drawn {
  readonly written: Written
  readonly settings: ReferenceSettings
  readonly withoutClubOrders: boolean
}

const usualSettings = (timeZone: string): ReferenceSettings => {
  const [usual] = fc.sample(settingsIn(timeZone), { seed, numRuns: 1 })
  if (usual === undefined) throw new Error('No settings were drawn')
  return usual
}

const definitionsOf = (books: Books, wineryIndex: number): fc.Arbitrary<Drawn> => {
  const values = valuesIn(books, usualSettings(zoneAt(wineryIndex)))
  return fc.record({
    written: requests(values),
    settings: settingsIn(zoneAt(wineryIndex)),
    withoutClubOrders: fc.boolean(),
  })
}

const expectAgreement = async ({ books, engine }: Account, drawn: Drawn, counts: AnswerCounts): Promise<void> => {
  const { written, settings, withoutClubOrders } = drawn
  const request = withDefinition(parsed(written))
  const expected = evaluateReference({ books, settings }, request, withoutClubOrders)
  counts.note(expected)
  const given = await askEngine(engine, request, settings, withoutClubOrders)
  const parts = differences(given, expected)
  if (parts.length > 0) expect({ differsIn: parts, ...given }).toEqual({ differsIn: parts, ...expected })
}

/** Every option but the standard one of every definition. */
const OTHER_OPTIONS = DEFINITIONS.flatMap((definition) =>
  Object.keys(definition.options)
    .filter((option) => option !== definition.standard)
    .map((option) => ({ definition, option })),
)

interface Amount {
  readonly runs: number
  /** report types whose groups, and kinds of columns whose comparisons, are compared in the normal lane */
  readonly types: number
  readonly kinds: number
  /** built-in reports whose rows, totals and all others are compared in the normal lane */
  readonly reports: number
  /** report types whose records are limited by conditions on people */
  readonly people: number
}

/**
 * Generated definitions over generated wineries: what an engine returns through the real loader and the compiler equals what
 * the reference evaluator computes record by record. `RUNS` says how many definitions, the printed `SEED` replays them.
 */
export const compareGenerated = (
  name: string,
  { runs: usualRuns, types, kinds, reports, people }: Amount,
  openEngine: OpenEngine,
): void => {
  const runs = Number(process.env.RUNS ?? usualRuns)
  const counts = new AnswerCounts()
  process.stdout.write(`generated definitions on ${name}: SEED=${seed} RUNS=${runs}\n`)
  const wineries = Array.from({ length: Math.ceil(runs / PER_WINERY) }, (_, place) => place)
  afterAll(() => {
    process.stdout.write(`generated definitions on ${name}: SEED=${seed} ${counts}\n`)
  })

  describe(`generated definitions on ${name}, SEED=${seed}`, () => {
    let opened: TestWarehouse
    let last: Promise<Account> | undefined
    beforeAll(async () => {
      opened = await testWarehouse({}, afterAll)
    })

    const settingsBy = (drawSeed: number, numRuns: number): ReferenceSettings[] =>
      fc.sample(settingsIn(zoneAt(wineries.length)), { seed: drawSeed, numRuns })
    const usual = {
      ...usualSettings(zoneAt(wineries.length)),
      today: TODAY,
      currency: 'USD',
      definitions: STANDARD_DEFINITIONS,
    }
    const openOnce = (): Promise<Account> => {
      last ??= openAccount(opened, wineries.length, openEngine)
      return last
    }
    const expectAll = async (
      definitions: readonly Written[],
      settings: ReferenceSettings = usual,
      withoutClubOrders = false,
    ): Promise<void> => {
      const account = await openOnce()
      for (const written of definitions)
        await expectAgreement(account, { written, settings, withoutClubOrders }, counts)
    }

    test.each(wineries)('winery %i returns what its records add up to', async (wineryIndex) => {
      const account = await openAccount(opened, wineryIndex, openEngine)
      const definitions = definitionsOf(account.books, wineryIndex)
      const property = fc.asyncProperty(definitions, (one) => expectAgreement(account, one, counts))
      await fc.assert(property, {
        seed: seed + wineryIndex,
        numRuns: Math.min(PER_WINERY, runs - wineryIndex * PER_WINERY),
      })
    })

    test.each(REFERENCE_TYPES)('every column of $name, under several settings', async (type) => {
      const drawn = settingsBy(seed + REFERENCE_TYPES.indexOf(type), volume({ normal: 2, full: 5 }))
      for (const settings of drawn)
        for (const withoutClubOrders of [false, true]) await expectAll(everyColumn(type), settings, withoutClubOrders)
    })

    test.each(sample(REFERENCE_TYPES, types))('$name in groups, aggregated and calculated with', async (type) => {
      await expectAll([...inGroups(type), ...calculated(type)])
    })

    test.each(sample(REPORTS, reports))('the built-in report $group/$slug', async ({ definition }) => {
      await expectAll([{ definition, pageSize: 500, compare: 'previousYear' }])
    })

    test.each(sample(COLUMN_KINDS, kinds))('$type.name by comparisons of $columnId', async (one) => {
      const { books } = await openOnce()
      await expectAll(compared(one, valuesIn(books, usual)(one.type, one.columnId)))
    })

    test.each(sample(REFERENCE_TYPES.filter(isOfPeople), people))(
      '$name by the history of their people',
      async (type) => {
        const { books } = await openOnce()
        await expectAll(onHistory(type, valuesIn(books, usual)))
      },
    )

    test('orders along periods of every length', async () => {
      const { books } = await openOnce()
      await expectAll(alongPeriods(orders, valuesIn(books, usual)), { ...usual, fiscalYearStartMonth: 7 })
    })

    test('orders by comparisons with odd values', async () => {
      await expectAll(comparedOddly(orders))
    })

    test.each(sample(OTHER_OPTIONS, 4))('columns affected by $definition.id counted as $option', async (one) => {
      const settings = { ...usual, definitions: readDefinitions({ [one.definition.id]: one.option }) }
      for (const type of REFERENCE_TYPES)
        if (one.definition.columns.some((column) => column.startsWith(`${type.name}.`)))
          await expectAll([...everyColumn(type), byMonth(type)], settings)
    })

    test('enough of them were answered with rows', () => {
      expect(counts.share).toBeGreaterThan(0.25)
    })
  })
}
