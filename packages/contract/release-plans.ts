import { z } from 'zod'
import { RELEASE_LINES } from '#domain/release-lines.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, LocalDay, Nothing } from './fields.ts'

const Line = z.enum(RELEASE_LINES)
/** 80 % of such releases are between `low` and `high`, both inclusive; money in major units. */
const Expected = z.object({ expected: z.number(), low: z.number(), high: z.number() })

/** A wine of a release, and how many bottles of it each charged member gets. */
export const ReleaseWine = z.object({ sku: z.string().min(1).max(200), bottles: z.number().positive().max(1000) })
export type ReleaseWine = z.infer<typeof ReleaseWine>

/** Wines of a release. */
export const MAX_WINES = 50

/** What was planned for a release of the past, compared with what it came to. */
const PlannedRelease = z.object({
  id: Id,
  day: LocalDay,
  savedDateUtc: Instant,
  /** the release of the club within two weeks of the day; null: none is in the data yet */
  release: z.object({ releaseId: z.string(), day: LocalDay }).nullable(),
  lines: z.array(z.object({ line: Line, planned: Expected, actual: z.number().nullable() })),
  wines: z.array(z.object({ sku: z.string(), planned: Expected.nullable(), actual: z.number().nullable() })),
})

export const ReleasePlan = z.object({
  club: z.string(),
  /** of the release: planned in the data, else expected from the pauses between earlier ones */
  day: LocalDay,
  isDayPlanned: z.boolean(),
  /** those of the release where the data lists them, else the club’s today; those on hold included */
  members: z.number().int(),
  onHold: z.number().int(),
  /** null: the club has had none */
  previous: z
    .object({
      releaseId: z.string(),
      day: LocalDay,
      members: z.number().int(),
      /** of the club, since that day */
      signups: z.number().int(),
      cancellations: z.number().int(),
    })
    .nullable(),
  lines: z.array(
    z.object({
      line: Line,
      /** null: fewer than three earlier releases have it */
      expected: Expected.nullable(),
      previous: z.number().nullable(),
      /** earlier releases, and how many of them were within the range that the ones before them gave */
      record: z.object({ within: z.number().int(), of: z.number().int() }),
    }),
  ),
  /** where the orders of the previous release went, scaled to the members expected to be charged */
  deliveries: z.array(
    z.object({ deliveryMethod: z.string().nullable(), state: z.string().nullable(), orders: z.number() }),
  ),
  /** as saved for the day */
  wines: z.array(ReleaseWine),
  savedDateUtc: Instant.nullable(),
  /** those of the previous release, the bottles of each by charged member */
  previousWines: z.array(ReleaseWine),
  /** latest first */
  past: z.array(PlannedRelease),
})
export type ReleasePlan = z.infer<typeof ReleasePlan>

const OfClub = z.object({ club: z.string().min(1).max(1000) })

export const releasePlans = {
  /** 404 also for a club that the data does not have */
  get: endpoint('GET /release-plans/{club}', 'What the next release of a club is expected to come to', {
    access: 'reports',
  })
    .input(OfClub.extend({ day: LocalDay.optional() }))
    .output(ReleasePlan),
  save: endpoint('PUT /release-plans/{club}', 'Keep what a release is expected to come to, with its wines', {
    access: 'reports',
    inputStructure: 'detailed',
    audit: { area: 'reports', label: 'Planned a club release' },
    sample: { body: { day: '2026-05-01', wines: [] } },
  })
    .input(
      z.object({
        params: OfClub,
        body: z.object({
          day: LocalDay,
          wines: z
            .array(ReleaseWine)
            .max(MAX_WINES)
            .refine((wines) => new Set(wines.map(({ sku }) => sku)).size === wines.length, {
              error: 'A wine is listed twice',
            }),
        }),
      }),
    )
    .output(ReleasePlan),
  remove: endpoint('DELETE /release-plans/{club}', 'Delete what was planned for a release', {
    access: 'reports',
    audit: { area: 'reports', label: 'Deleted a release plan' },
    sample: { query: 'day=2026-05-01' },
  })
    .input(OfClub.extend({ day: LocalDay }))
    .output(Nothing),
}
