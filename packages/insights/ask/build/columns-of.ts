import { findColumn } from '#semantic/catalog/catalog.ts'
import type { Dimension, Measure } from '#semantic/catalog/column.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import type { Limit } from '../read/meaning.ts'
import type { EntityName } from '../words/entities.ts'
import { entityOf } from './roles.ts'
import type { Want, WantedGroup, WantedLimit } from './want.ts'

/** The first of the measures that the type has. */
export const measureOf = (type: ReportType, ids: readonly string[]): Measure | null => {
  for (const id of ids) {
    const column = findColumn(type, id)
    if (column?.kind === 'measure') return column
  }
  return null
}

/** A dimension that rows can be grouped by. */
const groupable = (type: ReportType, id: string): Dimension | null => {
  const column = findColumn(type, id)
  return column?.kind === 'dimension' && column.fact === undefined ? column : null
}

/** A dimension whose part is cut from a fact's date belongs to the fact as well. */
const isOfFact = (type: ReportType, { part }: Dimension): boolean => {
  const whole = part ? findColumn(type, part.of) : null
  return whole?.kind === 'dimension' && whole.fact !== undefined
}

/** `signupDate` → `signup`: what the parts of a date are called by. */
const prefixOf = (dateColumn: string): string => dateColumn.replace(/Date$/, '')

/** The columns that a group stands for in the type; null: it has none such. */
export const groupColumns = (
  type: ReportType,
  group: WantedGroup,
  dateColumn: string | null,
): readonly string[] | null => {
  const choices =
    group.kind === 'entity'
      ? entityGroups(type, group.entity)
      : group.kind === 'column'
        ? group.ids.map((id) => [id])
        : dateColumn === null
          ? []
          : [[`${prefixOf(dateColumn)}${group.grain}`]]
  return (
    choices.find((ids) =>
      ids.every((id) => {
        const column = groupable(type, id)
        return column !== null && !isOfFact(type, column)
      }),
    ) ?? null
  )
}

const entityGroups = ({ reportType }: ReportType, entity: EntityName): (readonly string[])[] => {
  const group = entityOf(entity).group
  const columns = group?.[reportType] ?? group?.any
  return columns === undefined ? [] : [columns]
}

/** The limit that the type can hold; null: none of them. */
export const limitOn = (type: ReportType, { limits }: WantedLimit, isGrouped: boolean): Limit | null => {
  for (const limit of limits) {
    for (const id of limit.ids) {
      const column = findColumn(type, id)
      const fits = column?.kind === 'dimension' || (column?.kind === 'measure' && !isGrouped)
      if (fits && !isOtherChannel(type, id)) return { ...limit, ids: [id] }
    }
  }
  return null
}

/** A reservation's channel is how it was booked, in words of the platform. */
const isOtherChannel = ({ reportType }: ReportType, id: string): boolean =>
  reportType === 'Reservations' && id === 'channel'

const OF_CANCELLATION = ['cancellations', 'attritionRate']

/** The date that days limit: a membership's signup, or its cancellation where only those are counted. */
export const dateColumnOf = (type: ReportType, { measures, list }: Want): string | null => {
  const listed = list === null ? null : entityOf(list.entity).list
  if (listed !== null) return listed.date ?? type.dateColumn
  if (measures.some(({ entity }) => entity === 'newCustomer')) return 'customerSince'
  const isMemberships = type.reportType === 'Memberships'
  const isCancelled = measures.length > 0 && measures.every(({ ids }) => ids.some((id) => OF_CANCELLATION.includes(id)))
  return isMemberships && isCancelled ? 'cancelledDate' : type.dateColumn
}
