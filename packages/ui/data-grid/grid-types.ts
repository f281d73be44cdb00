import type { ChangeText } from '../comparison.ts'

export interface GridColumn {
  readonly key: string
  readonly title: string
  /** definition of the column */
  readonly hint?: string
  /** its cells may have notes, for which rows are higher */
  readonly hasNotes?: boolean
  /** right-aligned with tabular figures */
  readonly isNumeric: boolean
  readonly canSort: boolean
  readonly sort: 'asc' | 'desc' | null
  /** key of the column whose change this one shows */
  readonly changeOf?: string
}

/** How to sort by a column: its next direction, alone or after the existing sorts, or the given direction alone. */
export type SortRequest = 'next' | 'added' | 'asc' | 'desc'

/** The new width of a column that has the given one, in pixels; null: as wide as its content. */
export type Resize = (width: number) => number | null

export interface GridCell {
  readonly text: string
  /** gray, below the text */
  readonly note?: string
  /** gray as well */
  readonly isMuted?: boolean
  readonly verdict?: 'bad' | 'warning'
  /** a page of this app */
  readonly href?: string
  /** Enter or a click opens its details */
  readonly canOpen?: boolean
  /** change of a number, drawn with its arrow and color */
  readonly change?: ChangeText
  /** the change for screen readers */
  readonly spoken?: string
}

/** A sticky row at the bottom. */
export interface GridFoot {
  readonly key: string
  readonly cells: readonly GridCell[]
}

/** A cell by its row, counted from 0 with the footer after the last row, and its column. */
export interface GridCoordinate {
  readonly row: number
  readonly column: number
}
