import type { CustomField } from '#domain/custom-fields.ts'
import { SEGMENT_MEMBERS, segmentOfColumn } from '#domain/segments.ts'
import { dimension, personal } from './build-column.ts'
import type { Dimension } from './column.ts'
import type { Field } from './formula.ts'
import type { ReportType } from './report-type.ts'

const isMember =
  (person: readonly [service: Field, id: Field], segment: string): Field =>
  (scope) => {
    const [service, id] = person.map((field) => field(scope))
    const members = `SELECT service_id, person_id FROM ${scope.table(SEGMENT_MEMBERS)} AS g WHERE segment_id = ${scope.bind(segment, 'text')} AND until IS NULL`
    return `(${id} IS NOT NULL AND (${service}, ${id}) IN (${members}))`
  }

/** Whether the person of a record is in a segment. Null for other fields, and for records that belong to no person. */
export const segmentDimension = ({ history }: ReportType, { key, label }: CustomField): Dimension | null => {
  const segment = segmentOfColumn(key)
  if (segment === null || history === undefined) return null
  const field = isMember(history.person, segment)
  return personal(dimension(key, label, { type: 'boolean', description: 'The customer is in this segment now', field }))
}

/** The type of members with the names of the segments. */
export const withSegmentNames = (type: ReportType, fields: readonly CustomField[]): ReportType => {
  const segments = fields.flatMap(({ key, label }) => {
    const id = segmentOfColumn(key)
    return id === null ? [] : [{ id, name: label.replace(/^In /, '') }]
  })
  if (type.table !== SEGMENT_MEMBERS || segments.length === 0) return type
  const name: Field = (scope) => {
    const id = scope.col('segment_id')
    const named = segments.map((one) => `WHEN ${scope.bind(one.id, 'text')} THEN ${scope.bind(one.name, 'text')}`)
    return `CASE ${id} ${named.join(' ')} ELSE ${id} END`
  }
  const columns = type.columns.map((column) =>
    column.kind === 'dimension' && column.columnId === 'segmentName' ? { ...column, field: name } : column,
  )
  return { ...type, columns }
}
