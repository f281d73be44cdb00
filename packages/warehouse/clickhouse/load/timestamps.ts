import { quote } from './load-statements.ts'

/** Seconds that the zone is ahead of UTC at an instant. */
const offsetAt = (instant: string): string => `timeZoneOffset(toTimeZone(${instant}, {zone:String}))`

const localOfUtc = (utc: string): string => `addSeconds(${utc}, ${offsetAt(utc)})`

/**
 * Wall clock of the zone as an instant. A time skipped by a clock change counts as if the clocks had not changed yet; a
 * repeated one is the later of the two. Clocks change at most once within a day before or after.
 */
const utcOfLocal = (local: string): string => {
  const before = `subtractSeconds(${local}, ${offsetAt(`subtractDays(${local}, 1)`)})`
  const after = `subtractSeconds(${local}, ${offsetAt(`addDays(${local}, 1)`)})`
  const isTrue = (utc: string) => `${localOfUtc(utc)} = ${local}`
  return `multiIf(${isTrue(before)} AND ${isTrue(after)}, greatest(${before}, ${after}), ${isTrue(after)}, ${after}, ${before})`
}

/** SQL of both sides of a timestamp of alias `row`, whichever of them the row's basis says was given. */
export const timestampSides = (name: string, row: string): { utc: string; local: string } => {
  const utc = `${row}.${quote(`${name}_utc`)}`
  const local = `${row}.${quote(`${name}_local`)}`
  return {
    utc: `if(${row}.time_basis = 'local', ${utcOfLocal(local)}, ${utc})`,
    local: `if(${row}.time_basis = 'utc', ${localOfUtc(utc)}, ${local})`,
  }
}
