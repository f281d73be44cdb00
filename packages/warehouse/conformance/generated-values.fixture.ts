import fc from 'fast-check'
import { DAY_MS } from '#domain/clock.ts'

/** The local day on which generated wineries are queried. Clocks changed two days before in the United States. */
export const TODAY = '2026-03-10'

/** Names that differ by case, accent or blanks only, names that look like other things, and no name at all. */
export const NAMES: readonly (string | null)[] = [
  null,
  '',
  'Ana',
  'ana',
  'ANA',
  'Ana ',
  'Zoë',
  'ZOË',
  'Straße',
  'STRASSE',
  'İstanbul',
  'Σίσυφος',
  'ΣΊΣΥΦΟΣ',
  '100% Wine_Club',
  '100x WineAClub',
  "O'Neil",
  'back\\slash',
  '🍷',
  'Ａ',
  'null',
  '0',
  '=1+1',
  '2026-03-10',
  "'; DROP TABLE orders; --",
  'All others',
]

/** IDs of team members, of whom several have one name. */
export const STAFF: readonly (string | null)[] = [null, '', 't1', 't2', 'T2']

/** Texts that no column is expected to contain. */
export const STRANGE: readonly string[] = [
  '%',
  '_',
  '\\',
  "'",
  '"',
  '$1',
  'ß',
  'i',
  'İ',
  'σ',
  ' ',
  '\u0000',
  'Ana\u0000',
  'true',
  'NaN',
  '1e2',
  '2026-02-30',
  '2026-13',
  '2026-Q5',
  'é'.normalize('NFD'),
]

const NOW = Date.parse(`${TODAY}T12:00:00Z`)

/** Wall-clock times around which something changes: midnights, skipped and doubled hours, ends of months and fiscal years. */
const LOCAL_EDGES = [
  '2026-03-10 00:00:00',
  '2026-03-09 23:59:59',
  '2026-03-08 02:30:00',
  '2025-11-02 01:30:00',
  '2025-10-26 02:15:00',
  '2026-03-01 00:00:00',
  '2026-02-28 23:59:59',
  '2024-02-29 12:00:00',
  '2025-07-01 00:00:00',
  '2025-06-30 23:59:59',
  '2026-01-01 00:00:00',
  '2025-12-31 23:59:59',
  '2027-01-01 00:00:00',
]

const utc = fc.integer({ min: -1_200 * 1440, max: 60 * 1440 }).map((minutes) => NOW + minutes * 60_000)
const recent = fc.integer({ min: -40 * 24, max: 48 }).map((hours) => NOW + hours * 3_600_000)
const edge = fc.constantFrom(...LOCAL_EDGES)

/** A timestamp as a source may give it, with its basis. */
export const timestamp = fc.oneof(
  fc
    .oneof({ weight: 3, arbitrary: utc }, { weight: 4, arbitrary: recent })
    .map((at) => ({ at, basis: 'utc' as const })),
  edge.map((local) => ({ at: Date.parse(`${local.replace(' ', 'T')}Z`), basis: 'utc' as const })),
  edge.map((local) => ({ at: local, basis: 'local' as const })),
)

export const localDay = fc
  .oneof(
    { weight: 2, arbitrary: fc.integer({ min: -1_200, max: 60 }) },
    { weight: 1, arbitrary: fc.integer({ min: -1, max: 1 }) },
  )
  .map((days) => new Date(NOW + days * DAY_MS).toISOString().slice(0, 10))

/** Minor units: often nothing, often one cent, seldom much. */
export const amount = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(0, 1, 29, 115, 999, 10_000) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 50_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 2_000_000_000 }) },
)

export const name = fc.constantFrom(...NAMES)
export const quantity = fc.constantFrom(0.125, 0.333, 0.5, 1, 1, 1, 2, 3, 12)
