import fc from 'fast-check'
import type { OwnCode } from '#domain/own-codes.ts'
import type { PromisedUnits } from '#domain/stock-promises.ts'
import {
  DEFINITIONS,
  type Definitions,
  readDefinitions,
  STANDARD_DEFINITIONS,
} from '#semantic/definitions/definitions.ts'
import { club } from './generated-club.fixture.ts'
import { sales } from './generated-sales.fixture.ts'
import { TODAY } from './generated-values.fixture.ts'
import { OWN_CODES } from './reference/own-codes.ts'
import type { ReferenceSettings, ReferenceWinery, ServiceRows } from './reference/winery.ts'

const service: fc.Arbitrary<ServiceRows> = fc.tuple(sales, club).map(([sold, members]) => ({ ...sold, ...members }))

/** Two services that use the same ids for different things. */
export const winery: fc.Arbitrary<ReferenceWinery> = fc.tuple(service, service).map(
  ([first, second]) =>
    new Map([
      ['s1', first],
      ['s2', second],
    ]),
)

/** Zones on both sides of Greenwich, with and without a change of clocks, and one that is a quarter of an hour off. */
export const ZONES = ['America/Los_Angeles', 'Australia/Adelaide', 'UTC', 'Europe/Paris', 'Asia/Kathmandu'] as const

const chosen: fc.Arbitrary<Definitions> = fc
  .record(Object.fromEntries(DEFINITIONS.map(({ id, options }) => [id, fc.constantFrom(...Object.keys(options))])))
  .map(readDefinitions)

/** Every other account uses the standard definitions, which rollups by day are built for. */
const definitions = fc.oneof(fc.constant(STANDARD_DEFINITIONS), chosen)

/** Two of one product, and one of the same SKU of another service. */
const PROMISES: readonly PromisedUnits[] = [
  { serviceId: 's1', sku: 'PN-19', units: 5 },
  { serviceId: 's1', sku: 'PN-19', units: 12 },
  { serviceId: 's2', sku: 'PN-19', units: 30 },
  { serviceId: 's1', sku: 'UNSOLD', units: 1 },
  { serviceId: 's2', sku: 'CH-20', units: 3 },
]

export const settingsIn = (timeZone: string): fc.Arbitrary<ReferenceSettings> =>
  fc.record({
    timeZone: fc.constant(timeZone),
    weekStart: fc.constantFrom('monday', 'sunday', 'saturday'),
    fiscalYearStartMonth: fc.constantFrom(1, 1, 2, 7, 10, 12),
    currency: fc.constantFrom('USD', 'USD', 'USD', 'EUR', 'JPY'),
    today: fc.constantFrom(TODAY, TODAY, TODAY, '2024-02-29', '2025-12-31', '2026-03-01'),
    definitions,
    ownCodes: fc.constantFrom<readonly OwnCode[]>([], OWN_CODES),
    promises: fc.constantFrom<readonly PromisedUnits[]>(PROMISES, PROMISES, []),
  })
