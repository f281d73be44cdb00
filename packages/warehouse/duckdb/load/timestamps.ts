import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { sourceTimestamps, stagingColumns } from '../../schema/stored-columns.ts'
import { quoted, stagingName, textLiteral } from '../ddl.ts'

/**
 * Wall clock of the zone as an instant, both zoneless. A time skipped by a clock change counts as if the clocks had not changed
 * yet; a repeated one is the later of the two.
 */
const utcOfLocal = (local: string, timeZone: string): string =>
  `make_timestamp(epoch_us(timezone(${textLiteral(timeZone)}, ${local})))`

const localOfUtc = (utc: string, timeZone: string): string =>
  `timezone(${textLiteral(timeZone)}, make_timestamptz(epoch_us(${utc})))`

/** The two sides of a timestamp of alias `row`, whichever of them the row's basis says was given. */
export const timestampSides = (name: string, row: string, timeZone: string): { utc: string; local: string } => {
  const utc = `${row}.${quoted(`${name}_utc`)}`
  const local = `${row}.${quoted(`${name}_local`)}`
  return {
    utc: `CASE WHEN ${row}.time_basis = 'local' THEN ${utcOfLocal(local, timeZone)} ELSE ${utc} END`,
    local: `CASE WHEN ${row}.time_basis = 'utc' THEN ${localOfUtc(utc, timeZone)} ELSE ${local} END`,
  }
}

/** The staged rows of a table with both sides of every timestamp; columns in staging order. */
export const givenRows = (table: CanonicalTable, timeZone: string): string => {
  const sides = new Map(
    sourceTimestamps(table).flatMap((name) => {
      const { utc, local } = timestampSides(name, 's', timeZone)
      return [
        [`${name}_utc`, utc],
        [`${name}_local`, local],
      ]
    }),
  )
  const columns = stagingColumns(table).map(
    ({ name }) => `${sides.get(name) ?? `s.${quoted(name)}`} AS ${quoted(name)}`,
  )
  return `(SELECT ${columns.join(', ')} FROM temp.main.${stagingName(table)} s)`
}
