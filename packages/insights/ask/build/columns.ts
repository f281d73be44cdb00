import { findColumn } from '#semantic/catalog/catalog.ts'
import type { Column, Dimension } from '#semantic/catalog/column.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import type { Limit } from '../read/meaning.ts'
import type { EntityName } from '../words/entities.ts'
import { aggregatedMeasure, measuredColumn } from './measure-id.ts'
import type { ParsedGroup, ParsedLimit, ParsedMeasure, ParsedQuestion } from './parsed-question.ts'
import { entityOf } from './roles.ts'

/** The first of the measures that the type has: a measure, or a column with an aggregation. */
const findMeasureId = (type: ReportType, ids: readonly string[]): string | null => {
  for (const id of ids) {
    const { columnId, aggregation } = measuredColumn(id)
    const column = findColumn(type, columnId)
    if (column?.kind === 'measure') return column.columnId
    if (column !== null && aggregation !== 'None') return aggregatedMeasure(column.columnId, aggregation)
  }
  return null
}

/** The IDs of the measures that the type has. */
export const measureIds = (type: ReportType, measures: readonly ParsedMeasure[]): string[] =>
  measures.flatMap(({ ids }) => findMeasureId(type, ids) ?? [])

/** The column of the first of the measures that the type has. */
export const findMeasure = (type: ReportType, ids: readonly string[]): Column | null => {
  const id = findMeasureId(type, ids)
  return id === null ? null : findColumn(type, measuredColumn(id).columnId)
}

/** A dimension that rows can be grouped by. */
const groupable = (type: ReportType, id: string): Dimension | null => {
  const column = findColumn(type, id)
  return column?.kind === 'dimension' && column.fact === undefined ? column : null
}

/** A date part of a fact's date belongs to the fact as well. */
const belongsToFact = (type: ReportType, { part }: Dimension): boolean => {
  const whole = part ? findColumn(type, part.of) : null
  return whole?.kind === 'dimension' && whole.fact !== undefined
}

/** `signupDate` → `signup`: prefix of the columns for the parts of a date. */
const datePrefix = (dateColumn: string): string => dateColumn.replace(/Date$/, '')

/** The type's columns for a group; null if it has none. */
export const groupColumns = (
  type: ReportType,
  group: ParsedGroup,
  dateColumn: string | null,
): readonly string[] | null => {
  const choices =
    group.kind === 'entity'
      ? entityGroups(type, group.entity)
      : group.kind === 'column'
        ? group.ids.map((id) => [id])
        : dateColumn === null
          ? []
          : [[`${datePrefix(dateColumn)}${group.grain}`]]
  return (
    choices.find((ids) =>
      ids.every((id) => {
        const column = groupable(type, id)
        return column !== null && !belongsToFact(type, column)
      }),
    ) ?? null
  )
}

const entityGroups = ({ reportType }: ReportType, entity: EntityName): (readonly string[])[] => {
  const group = entityOf(entity).group
  const columns = group?.[reportType] ?? group?.any
  return columns === undefined ? [] : [columns]
}

/** The limit that the type supports; null if none. */
export const findLimit = (type: ReportType, { limits }: ParsedLimit, isGrouped: boolean): Limit | null => {
  for (const limit of limits) {
    for (const id of limit.ids) {
      const column = findColumn(type, id)
      const fits = column?.kind === 'dimension' || (column?.kind === 'measure' && !isGrouped)
      if (fits && !isOtherChannel(type, id)) return { ...limit, ids: [id] }
    }
  }
  return null
}

/** A reservation's channel is how it was booked, in the platform's terms. */
const isOtherChannel = ({ reportType }: ReportType, id: string): boolean =>
  reportType === 'Reservations' && id === 'channel'

const CANCELLATION_MEASURES = ['cancellations', 'attritionRate']

/** The date column for the range: a membership's signup date, or its cancellation date if only cancellations are counted. */
export const findDateColumn = (type: ReportType, { measures, list }: ParsedQuestion): string | null => {
  const listed = list === null ? null : entityOf(list.entity).list
  if (listed !== null) return listed.date ?? type.dateColumn
  const isMemberships = type.reportType === 'Memberships'
  const isCancelled =
    measures.length > 0 && measures.every(({ ids }) => ids.some((id) => CANCELLATION_MEASURES.includes(id)))
  return isMemberships && isCancelled ? 'cancelledDate' : type.dateColumn
}
