import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { Dialect } from '#semantic/catalog/dialect.ts'
import { type SegmentRules, type SegmentUpdate, type Statement, statementFor } from '../engine.ts'

/** A text without characters that mean something in SQL. */
const plainLiteral = (text: string): string => {
  if (!/^[\w-]*$/.test(text)) throw new Error('A segment has an invalid id or day')
  return `'${text}'`
}

/**
 * Rows of the table of members that change, as they will be, with `is_deleted`: who came, who left, and who came back on the day of leaving. Somebody
 * who leaves on the first day was never in it. The same again on the same day changes nothing.
 */
export const segmentChanges = ({ id, members, isNew }: SegmentRules, day: LocalDay, dialect: Dialect): Statement => {
  const { sql, params } = statementFor(members, dialect)
  const [segment, today] = [plainLiteral(id), `CAST(${plainLiteral(day)} AS DATE)`]
  const recorded = `SELECT * FROM ${dialect.table('segment_members')} AS r WHERE segment_id = ${segment} AND (until IS NULL OR until = ${today})`
  const select = [
    'COALESCE(m.service_id, n.service_id) AS service_id',
    `COALESCE(m.source_id, CONCAT(${segment}, ':', ${plainLiteral(day)}, ':', n.person_id)) AS source_id`,
    `${segment} AS segment_id`,
    'COALESCE(m.person_id, n.person_id) AS person_id',
    `COALESCE(m.since, ${today}) AS since`,
    `CASE WHEN n.person_id IS NULL THEN ${today} END AS until`,
    `COALESCE(m.from_start, ${isNew ? 'TRUE' : 'FALSE'}) AS from_start`,
    `(CASE WHEN n.person_id IS NULL AND m.since >= ${today} THEN 1 ELSE 0 END) AS is_deleted`,
  ]
  const differs = `m.person_id IS NULL OR (n.person_id IS NULL AND m.until IS NULL) OR (n.person_id IS NOT NULL AND m.until IS NOT NULL)`
  return {
    sql: `SELECT ${select.join(', ')} FROM (${recorded}) AS m FULL OUTER JOIN (${sql}) AS n ON m.service_id = n.service_id AND m.person_id = n.person_id WHERE ${differs}`,
    params,
  }
}

/** Condition on rows of the table of members: their segment was deleted, or the person was or is now part of another one. */
export const isObsoleteMember = (segments: SegmentUpdate['segments'], customers: string): string => {
  const ids = segments.map(({ id }) => plainLiteral(id))
  const isOfDeleted = ids.length === 0 ? 'TRUE' : `segment_id NOT IN (${ids.join(', ')})`
  return `(${isOfDeleted} OR (service_id, person_id) NOT IN (SELECT service_id, source_id FROM ${customers} AS c WHERE customer_service_id = service_id AND customer_id = source_id))`
}
