/**
 * Test lanes, docs/testing.md. `quick` runs while you type, `normal` is `npm test`, `full` runs everything at full volume.
 * A file named `*.full.test.ts` or `*.full.spec.ts` runs in the full lane only.
 */
const LANES = ['quick', 'normal', 'full'] as const
type Lane = (typeof LANES)[number]

/** The lane of this run, from `CUVEE_LANE`; normal unless set. */
export const lane: Lane = LANES.find((name) => name === process.env.CUVEE_LANE) ?? 'normal'

export const isFullLane = lane === 'full'

/** Tests of the server use ClickHouse instead of DuckDB files: `CUVEE_WAREHOUSE=clickhouse`. */
export const isOnClickHouse = process.env.CUVEE_WAREHOUSE === 'clickhouse'

/** How much a test does: rounds, records, seconds. The full amount runs in the full lane only. */
export const volume = <T>({ normal, full }: { readonly normal: T; readonly full: T }): T => (isFullLane ? full : normal)

/** All cases in the full lane, else `size` of them at equal distances, the first included. */
export const sample = <T>(cases: readonly T[], size: number): readonly T[] =>
  isFullLane || cases.length <= size
    ? cases
    : Array.from({ length: size }, (_, index) => cases[Math.floor((index * cases.length) / size)] as T)
