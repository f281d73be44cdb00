export type Grain = 'day' | 'week' | 'month'

export const DAY_MS = 86_400_000

const parse = (text: string): Date => new Date(`${text.length === 7 ? `${text}-01` : text}T00:00:00Z`)

const write = (date: Date, grain: Grain): string => date.toISOString().slice(0, grain === 'month' ? 7 : 10)

const next = (date: Date, grain: Grain): Date => {
  if (grain === 'month') return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1))
  return new Date(date.getTime() + (grain === 'week' ? 7 : 1) * DAY_MS)
}

/** A bucket is named by its first day, a week by its first day in the account's calendar, as in the present ones. */
const firstBucket = (from: string, grain: Grain, present: readonly string[]): Date => {
  const start = parse(from)
  if (grain === 'month') return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), 1))
  const known = present[0]
  if (grain === 'day' || known === undefined) return start
  const offset = Math.round((start.getTime() - parse(known).getTime()) / DAY_MS)
  return new Date(start.getTime() - (((offset % 7) + 7) % 7) * DAY_MS)
}

/** Maximum number of points, as a guard against ranges of centuries. */
const MAX_BUCKETS = 1000

/** Names of all buckets that overlap the half-open local days, including those without a row. */
export const bucketsBetween = (
  { from, until }: { readonly from: string; readonly until: string },
  grain: Grain,
  present: readonly string[] = [],
): readonly string[] => {
  const end = parse(until)
  const names: string[] = []
  for (let at = firstBucket(from, grain, present); at < end && names.length < MAX_BUCKETS; at = next(at, grain)) {
    names.push(write(at, grain))
  }
  return names
}
