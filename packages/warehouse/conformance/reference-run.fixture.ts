import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AGGREGATIONS } from '#domain/report-terms.ts'
import { DEFINITIONS, readDefinitions } from '#semantic/definitions/definitions.ts'
import { sample, volume } from '#testkit/lane.ts'
import { loadBatch } from '../duckdb/load-batch.fixture.ts'
import { type TestWarehouse, testWarehouse } from '../duckdb/test-warehouse.fixture.ts'
import type { Warehouse } from '../engine.ts'
import { duckDbEngine, type TestEngine } from './engines.fixture.ts'
import { parsed, requests, type ValuesOf, type Written } from './generated-definitions.fixture.ts'
import { TODAY } from './generated-values.fixture.ts'
import { settingsIn, winery, ZONES } from './generated-winery.fixture.ts'
import { type Books, deriveBooks } from './reference/books.ts'
import type { ReferenceReportType } from './reference/report-type.ts'
import { REFERENCE_TYPES } from './reference/report-types.ts'
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

const zoneAt = (place: number): string => ZONES[place % ZONES.length] ?? 'UTC'

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

const openAccount = async ({ warehouse }: TestWarehouse, place: number, openEngine: OpenEngine): Promise<Account> => {
  const accountId = place + 1
  const timeZone = zoneAt(place)
  const [services = new Map()] = fc.sample(winery, { seed: seed + place, numRuns: 1 })
  const loadInto = async (into: Pick<Warehouse, 'beginLoad'>): Promise<void> => {
    for (const [serviceId, batch] of services) {
      const request = { accountId, serviceId, batchId: serviceId, calendar: { timeZone }, mode: 'merge' as const }
      await loadBatch(into, request, batch)
    }
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

const definitionsOf = (books: Books, place: number): fc.Arbitrary<Drawn> => {
  const settings = settingsIn(zoneAt(place))
  const [usual] = fc.sample(settings, { seed, numRuns: 1 })
  if (usual === undefined) throw new Error('No settings were drawn')
  return fc.record({ written: requests(valuesIn(books, usual)), settings, withoutClubOrders: fc.boolean() })
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

/** As many columns as a definition may have. */
const MOST_COLUMNS = 100

const inParts = <T>(all: readonly T[], most = MOST_COLUMNS): T[][] =>
  all.length <= most ? [[...all]] : [all.slice(0, most), ...inParts(all.slice(most), most)]

const everyColumn = ({ name, columns }: ReferenceReportType): Written[] => {
  const shown = Object.keys(columns).filter((columnId) => {
    const column = columns[columnId]
    return column?.kind === 'measure' || !(column?.ofFact || column?.ofSpan)
  })
  return inParts(shown).map((part) => {
    const definition = { reportType: name, columns: part.map((columnId) => ({ columnId })) }
    return { definition, pageSize: 500 }
  })
}

/** Every measure, by the month of the type's own date where its records have one. */
const byMonth = ({ name, columns, dateColumn }: ReferenceReportType): Written => {
  const measures = Object.keys(columns).filter((columnId) => columns[columnId]?.kind === 'measure')
  const month = dateColumn?.replace('Date', 'Month') ?? ''
  const column = columns[month]
  const groupColumns = column?.kind === 'dimension' && !column.ofFact ? [month] : []
  const shown = [...groupColumns, ...measures].map((columnId) => ({ columnId }))
  return { definition: { reportType: name, columns: shown, groupColumns }, pageSize: 500 }
}

const OF_NUMBERS = AGGREGATIONS.filter((one) => one !== 'None' && one !== 'Sum')

/**
 * Every measure in the two largest groups of a text and in all others; in the groups that a filter keeps; within a range of each date
 * that limits other records than those of the type, or days that a record spans; and aggregated in every way.
 */
const inGroups = ({ name, columns }: ReferenceReportType): Written[] => {
  const all = Object.entries(columns)
  const measures = all.flatMap(([columnId, column]) => (column.kind === 'measure' ? [{ columnId, ...column }] : []))
  const dimensions = all.flatMap(([columnId, column]) => (column.kind === 'dimension' ? [{ columnId, ...column }] : []))
  const texts = dimensions.filter(({ type, part, ofFact, ofSpan }) => type === 'text' && !part && !ofFact && !ofSpan)
  const dates = dimensions.filter(({ type, part, ofFact, ofSpan }) => type !== 'text' && !part && (ofFact || ofSpan))
  const [largest] = measures
  const by = (text: string, more: Written): Written => ({
    reportType: name,
    groupColumns: [text],
    columns: [text, ...measures.map(({ columnId }) => columnId)].map((columnId) => ({ columnId })),
    ...more,
  })
  const top = { orderColumns: [{ columnId: largest?.columnId, direction: 'desc' }], top: 2 }
  const filters = [{ columnId: largest?.columnId, comparison: 'GreaterThan', value: 1, appliesTo: 'groups' }]
  const aggregated = measures.flatMap(({ columnId, hasRecords }) =>
    hasRecords ? OF_NUMBERS.map((aggregation) => ({ columnId, aggregation })) : [],
  )
  const definitions = [
    ...texts.slice(0, 1).flatMap(({ columnId }) => [by(columnId, top), by(columnId, { filters })]),
    ...texts
      .slice(-1)
      .flatMap(({ columnId: text }) =>
        dates.flatMap(({ columnId }) => [
          by(text, { relativeDateFilter: { relativeRange: 'Last180Days', columnName: columnId } }),
          by(text, { filters: [{ columnId, comparison: 'LessThan', value: TODAY }] }),
        ]),
      ),
    ...texts.slice(0, 1).flatMap(({ columnId }) =>
      inParts(aggregated, MOST_COLUMNS - 1).map((part) => ({
        reportType: name,
        groupColumns: [columnId],
        columns: [{ columnId }, ...part],
        top: 1,
      })),
    ),
  ]
  return definitions.map((definition) => ({ definition, pageSize: 500 }))
}

/** Every option but the standard one of every definition. */
const OTHER_OPTIONS = DEFINITIONS.flatMap((definition) =>
  Object.keys(definition.options)
    .filter((option) => option !== definition.standard)
    .map((option) => ({ definition, option })),
)

interface Amount {
  readonly runs: number
  /** report types whose groups are compared in the normal lane */
  readonly types: number
}

/**
 * Generated definitions over generated wineries: what an engine returns through the real loader and the compiler equals what
 * the reference evaluator computes record by record. `RUNS` says how many definitions, the printed `SEED` replays them.
 */
export const compareGenerated = (name: string, { runs: usualRuns, types }: Amount, openEngine: OpenEngine): void => {
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
    const openOnce = (): Promise<Account> => {
      last ??= openAccount(opened, wineries.length, openEngine)
      return last
    }
    beforeAll(async () => {
      opened = await testWarehouse({}, afterAll)
    })

    test.each(wineries)('winery %i returns what its records add up to', { timeout: 120_000 }, async (place) => {
      const account = await openAccount(opened, place, openEngine)
      const definitions = definitionsOf(account.books, place)
      const property = fc.asyncProperty(definitions, (one) => expectAgreement(account, one, counts))
      await fc.assert(property, { seed: seed + place, numRuns: Math.min(PER_WINERY, runs - place * PER_WINERY) })
    })

    test.each(REFERENCE_TYPES)(
      '$name equal the reference evaluator in every column, under several settings',
      { timeout: 60_000 },
      async (type) => {
        const account = await openOnce()
        const settings = settingsIn(zoneAt(wineries.length))
        for (const one of fc.sample(settings, { seed, numRuns: volume({ normal: 2, full: 5 }) })) {
          for (const withoutClubOrders of [false, true]) {
            for (const written of everyColumn(type))
              await expectAgreement(account, { written, settings: one, withoutClubOrders }, counts)
          }
        }
      },
    )

    test.each(sample(REFERENCE_TYPES, types))(
      '$name equal the reference evaluator in groups and aggregated',
      { timeout: 60_000 },
      async (type) => {
        const account = await openOnce()
        const [usual] = fc.sample(settingsIn(zoneAt(wineries.length)), { seed, numRuns: 1 })
        if (usual === undefined) throw new Error('No settings were drawn')
        const settings = { ...usual, today: TODAY, currency: 'USD' }
        for (const written of inGroups(type))
          await expectAgreement(account, { written, settings, withoutClubOrders: false }, counts)
      },
    )

    test.each(sample(OTHER_OPTIONS, 4))(
      '$definition.id counted as $option equals the reference evaluator in every affected column',
      { timeout: 60_000 },
      async (one) => {
        const account = await openOnce()
        const [usual] = fc.sample(settingsIn(zoneAt(wineries.length)), { seed, numRuns: 1 })
        if (usual === undefined) throw new Error('No settings were drawn')
        const settings = {
          ...usual,
          today: TODAY,
          currency: 'USD',
          definitions: readDefinitions({ [one.definition.id]: one.option }),
        }
        for (const type of REFERENCE_TYPES) {
          if (!one.definition.columns.some((name) => name.startsWith(`${type.name}.`))) continue
          for (const written of [...everyColumn(type), byMonth(type)])
            await expectAgreement(account, { written, settings, withoutClubOrders: false }, counts)
        }
      },
    )

    test('enough of them were answered with rows', () => {
      expect(counts.share).toBeGreaterThan(0.25)
    })
  })
}
