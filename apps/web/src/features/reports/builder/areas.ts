import { type DraftColumn, findColumn, type ReportDraft, type ReportType } from './report-draft.ts'

/** Where the columns of a grouped report go: groups down, groups across, and what is calculated of them. */
export const AREAS = ['rows', 'columns', 'values'] as const
export type Area = (typeof AREAS)[number]

type Placed = Pick<ReportDraft, 'columns' | 'pivot'>

/** Where a column goes: its index once it is taken out of the list, and whether it is across. */
export interface Move {
  readonly to: number
  readonly isAcross: boolean
}

const areaOf = (type: ReportType, { pivot }: Placed, { columnId, aggregation }: DraftColumn): Area => {
  if (findColumn(type, columnId)?.kind === 'measure' || aggregation !== 'None') return 'values'
  return pivot?.columns.includes(columnId) ? 'columns' : 'rows'
}

/** Indexes of the columns in each area. */
export const columnsByArea = (type: ReportType, draft: Placed): Readonly<Record<Area, readonly number[]>> => {
  const indexesIn = (area: Area) =>
    draft.columns.flatMap((column, index) => (areaOf(type, draft, column) === area ? [index] : []))
  return { rows: indexesIn('rows'), columns: indexesIn('columns'), values: indexesIn('values') }
}

/** Drops a column into an area, before the column with this index, or at the end; null: it can't go there. */
export const dropInto = (
  type: ReportType,
  draft: Placed,
  { index, area, before }: { readonly index: number; readonly area: Area; readonly before: number | null },
): Move | null => {
  const areas = columnsByArea(type, draft)
  if (areas.values.includes(index) !== (area === 'values')) return null
  const last = areas[area].findLast((one) => one !== index)
  const place = before ?? (last === undefined ? index : last + 1)
  return { to: index < place ? place - 1 : place, isAcross: area === 'columns' }
}

/** One step up or down in its area, and from the rows to the columns and back; null: it is at the end. */
export const step = (type: ReportType, draft: Placed, index: number, by: 1 | -1): Move | null => {
  const areas = columnsByArea(type, draft)
  const area = AREAS.find((one) => areas[one].includes(index)) ?? 'rows'
  const own = areas[area]
  const neighbor = own[own.indexOf(index) + by]
  if (neighbor !== undefined) return { to: neighbor, isAcross: area === 'columns' }
  if (area === 'rows' && by === 1)
    return dropInto(type, draft, { index, area: 'columns', before: areas.columns[0] ?? null })
  if (area === 'columns' && by === -1) return dropInto(type, draft, { index, area: 'rows', before: null })
  return null
}
