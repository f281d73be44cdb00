import type { ChangeText } from '../comparison.ts'

export interface GridColumn {
  readonly key: string
  readonly title: string
  /** beside the title, such as a currency */
  readonly unit?: string
  /** what the column means, for who asks */
  readonly hint?: string
  /** right-aligned, digits below digits */
  readonly isNumeric: boolean
  readonly canSort: boolean
  readonly sort: 'asc' | 'desc' | null
}

export interface GridCell {
  readonly text: string
  /** a page of this site */
  readonly href?: string
  /** Enter or a click asks for more about it */
  readonly canOpen?: boolean
  /** what became of a number: drawn with its arrow and colour */
  readonly change?: ChangeText
  /** what the change says to those who cannot see it */
  readonly spoken?: string
}

/** A row that stays at the lower edge. */
export interface GridFoot {
  readonly key: string
  readonly cells: readonly GridCell[]
}

/** A cell by its row, counted from 0 with the feet after the last row, and its column. */
export interface GridPlace {
  readonly row: number
  readonly column: number
}
