import type { EventPair, YearlyEvent } from './holidays.ts'
import { addDays, diffDays, type LocalDay, parseLocalDay } from './local-day.ts'

/** A club release on its process date. */
export interface Release {
  readonly name: string
  readonly clubName: string | null
  readonly day: LocalDay
  /** members charged */
  readonly processed: number
}

const DAYS_IN_YEAR = 364
/** A release of last year is at most this many days away from the same weekday. */
const MAX_DRIFT = 120

/** `Spring 2026 Release` and `2025 Spring Release` have one name. */
const nameWithoutYear = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\b(19|20)\d\d\b|['’]\d\d\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const drift = (release: Release, earlier: Release): number =>
  Math.abs(diffDays(earlier.day, release.day) - DAYS_IN_YEAR)

/** Place among the releases of its club and year, from 0. */
const orderInYear = (release: Release, ofClub: readonly Release[]): number =>
  ofClub.filter(({ day }) => parseLocalDay(day).year === parseLocalDay(release.day).year && day < release.day).length

/** The same release a year earlier: of the same name, else in the same order; the nearest of several. */
const releaseBefore = (release: Release, ofClub: readonly Release[]): Release | null => {
  const near = ofClub
    .filter((earlier) => drift(release, earlier) <= MAX_DRIFT)
    .toSorted((a, b) => drift(release, a) - drift(release, b))
  const name = nameWithoutYear(release.name)
  const sameName = near.find((earlier) => name !== '' && nameWithoutYear(earlier.name) === name)
  const order = orderInYear(release, ofClub)
  const year = parseLocalDay(release.day).year - 1
  const isSameOrder = (earlier: Release) =>
    parseLocalDay(earlier.day).year === year && orderInYear(earlier, ofClub) === order
  return sameName ?? near.find(isSameOrder) ?? null
}

/** A release with the same one of its club a year earlier. */
export interface ReleasePair extends EventPair {
  readonly clubName: string | null
}

const eventOf = ({ name, day }: Release): YearlyEvent => ({ name, from: day, until: addDays(day, 1) })

/** Every release with the same one of its club a year earlier; the one with most members charged comes last. */
export const releasePairs = (releases: readonly Release[]): readonly ReleasePair[] =>
  releases
    .toSorted((a, b) => a.processed - b.processed)
    .flatMap((release) => {
      const ofClub = releases.filter(({ clubName }) => clubName === release.clubName)
      const earlier = releaseBefore(release, ofClub)
      return earlier === null
        ? []
        : [{ clubName: release.clubName, current: eventOf(release), previous: eventOf(earlier) }]
    })

/** The releases of some clubs: their numbers are aligned on these, whatever other clubs release on the same days. */
export const releasesOfClubs = (pairs: readonly ReleasePair[], clubNames: readonly string[]): readonly ReleasePair[] =>
  pairs.filter(({ clubName }) => clubName !== null && clubNames.includes(clubName))
