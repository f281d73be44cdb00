import type { Mark, MarkAnchor } from '#ui/mark-action.tsx'

/** What the menu of a mark does; null: it is not offered. */
export interface MarkChoices {
  readonly onFilter: (mark: Mark) => void
  readonly onExclude: (mark: Mark) => void
  readonly onRecords: ((mark: Mark) => void) | null
  readonly onBreakDown: ((mark: Mark, columnId: string) => void) | null
  readonly onOpenReport: (() => void) | null
  /** whose dimensions a mark can be broken down by */
  readonly reportTypes: readonly string[]
}

export interface OpenMark {
  readonly mark: Mark
  readonly anchor: MarkAnchor
}
