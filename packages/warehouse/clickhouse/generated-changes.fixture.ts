import fc from 'fast-check'
import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'
import { winery, ZONES } from '../conformance/generated-winery.fixture.ts'
import { OWN_CODES } from '../conformance/reference/own-codes.ts'
import { SEGMENT_UPDATES } from '../conformance/reference/segments.ts'
import type { ServiceRows } from '../conformance/reference/winery.ts'
import { type Batch, type BatchLeaving, loadBatch } from '../duckdb/load-batch.fixture.ts'
import type { LoadOutcome, VisitRules, Warehouse } from '../engine.ts'

/** A change of an account's data that any engine can be asked for. */
export interface GeneratedChange {
  readonly name: string
  apply(warehouse: Omit<Warehouse, 'dialect'>, accountId: number): Promise<LoadOutcome>
}

const SERVICES = ['s1', 's2']
const MANY = 4

const share = <T>(rows: readonly T[], part: number): readonly T[] => rows.filter((_, index) => index % MANY <= part)

const tableRows = (rows: ServiceRows, table: CanonicalTable): readonly { readonly source_id: string }[] =>
  rows[table] ?? []

const sourceIds = (rows: ServiceRows, table: CanonicalTable, part: number): string[] =>
  share(tableRows(rows, table), part).map(({ source_id }) => source_id)

/** Some rows of some tables, out of one of several versions of the same records. */
const toBatch = (
  rows: ServiceRows,
  { tables, part, updated }: { tables: readonly CanonicalTable[]; part: number; updated: number | null },
): Batch =>
  Object.fromEntries(
    tables.map((table) => [
      table,
      share(tableRows(rows, table), part).map((row) => ({ ...row, source_updated: updated })),
    ]),
  )

const load = fc.record({
  version: fc.nat({ max: 2 }),
  updated: fc.constantFrom(null, 1_000, 2_000, 3_000),
  service: fc.constantFrom(...SERVICES),
  tables: fc.oneof(
    fc.constant([...CANONICAL_TABLE_NAMES]),
    fc.subarray([...CANONICAL_TABLE_NAMES], { minLength: 1 }),
    fc.constantFrom<CanonicalTable[]>(
      ['orders', 'order_lines'],
      ['order_lines'],
      ['customers'],
      ['products'],
      ['orders'],
    ),
  ),
  part: fc.nat({ max: MANY - 1 }),
  mode: fc.constantFrom('merge' as const, 'merge' as const, 'merge' as const, 'replace' as const),
  removed: fc.subarray<CanonicalTable>([
    'orders',
    'order_lines',
    'customers',
    'products',
    'memberships',
    'reservations',
  ]),
  hasRemoved: fc.boolean(),
  retained: fc.constantFrom<CanonicalTable | null>(
    null,
    null,
    null,
    'orders',
    'customers',
    'memberships',
    'club_releases',
  ),
  within: fc.subarray(['membership_holds', 'release_members'] as const),
  zone: fc.constantFrom(...ZONES),
})

const visitRules = fc.record({
  tastingProducts: fc.subarray([
    { sku: 'TST', guestsPerUnit: 2 },
    { sku: 'PN-19', guestsPerUnit: 3 },
  ]),
  excludedExperiences: fc.subarray(['Tasting', 'Ana', "O'Neil"]),
  signupProducts: fc.subarray([
    { sku: 'CH-20', clubName: 'Estate' },
    { sku: 'pn-19', clubName: "O'Neil" },
  ]),
})

const KEYS = OWN_CODES.map((_, index) => index)

/** A number that grows from change to change, as versions of rules and ids of batches do. */
type Numbered = (order: number, versions: readonly ReadonlyMap<string, ServiceRows>[]) => GeneratedChange

const change: fc.Arbitrary<Numbered> = fc.oneof(
  {
    weight: 8,
    arbitrary: load.map(
      ({ version, updated, service, tables, part, mode, removed, hasRemoved, retained, within, zone }): Numbered =>
        (order, versions) => {
          const rows = versions[version]?.get(service) ?? {}
          const leaving: BatchLeaving = {
            ...(hasRemoved
              ? { remove: Object.fromEntries(removed.map((table) => [table, sourceIds(rows, table, 0)])) }
              : {}),
            ...(retained ? { retain: { [retained]: sourceIds(rows, retained, 2) } } : {}),
            replaceWithin: within,
          }
          const request = { serviceId: service, batchId: `b${order}`, calendar: { timeZone: zone }, mode }
          return {
            name: JSON.stringify({ load: service, version, updated, tables, part, mode, leaving }).slice(0, 400),
            apply: (warehouse, accountId) =>
              loadBatch(warehouse, { ...request, accountId }, toBatch(rows, { tables, part, updated }), leaving),
          }
        },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({ timeZone: fc.constantFrom(...ZONES), separateCustomers: fc.boolean() }).map(
      (calendar): Numbered =>
        () => ({
          name: `calendar ${JSON.stringify(calendar)}`,
          apply: (warehouse, accountId) => warehouse.changeCalendar(accountId, calendar),
        }),
    ),
  },
  {
    weight: 2,
    arbitrary: visitRules.map(
      (rules): Numbered =>
        (order) => {
          const numbered: VisitRules = { ...rules, version: order }
          return {
            name: `visit rules ${JSON.stringify(numbered)}`,
            apply: (warehouse, accountId) => warehouse.changeVisitRules(accountId, numbered),
          }
        },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.subarray(KEYS).map(
      (places): Numbered =>
        (order) => {
          const codes = OWN_CODES.filter((_, index) => places.includes(index))
          return {
            name: `codes ${places}`,
            apply: (warehouse, accountId) => warehouse.changeCodeRules(accountId, { version: order, codes }),
          }
        },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...SEGMENT_UPDATES).map(
      (update): Numbered =>
        () => ({
          name: `segments of ${update.day}`,
          apply: (warehouse, accountId) => warehouse.updateSegments(accountId, update),
        }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...SERVICES).map(
      (service): Numbered =>
        () => ({
          name: `remove ${service}`,
          apply: (warehouse, accountId) => warehouse.removeService(accountId, service),
        }),
    ),
  },
)

/** A sequence of changes that begins with a load of everything. */
export const generatedChanges = (seed: number, length: number): GeneratedChange[] => {
  const versions = fc.sample(winery, { seed, numRuns: 3 })
  const [first] = versions
  const begin: GeneratedChange = {
    name: 'first load',
    apply: (warehouse, accountId) => {
      const request = { accountId, serviceId: 's1', batchId: 'b0', calendar: { timeZone: 'America/Los_Angeles' } }
      return loadBatch(warehouse, { ...request, mode: 'merge' }, first?.get('s1') ?? {})
    },
  }
  return [begin, ...fc.sample(change, { seed, numRuns: length }).map((one, index) => one(index + 1, versions))]
}
