import { createContext, type ReactNode, useContext } from 'react'

/** What a bar, slice, point or cell of a chart stands for. */
export interface Mark {
  /** values of its dimensions by columnId: the keys, not the labels */
  readonly row: Readonly<Record<string, string | number | boolean | null>>
  readonly label: string
  /** its value, if it has one */
  readonly amount?: string | undefined
  /** columnId */
  readonly measure: string
}

/** Where a menu about a mark opens, in pixels of the window, and what has the focus after it. */
export interface MarkAnchor {
  readonly x: number
  readonly y: number
  readonly restoreFocus: () => void
}

export type MarkAction = (mark: Mark, anchor: MarkAnchor) => void

const MarkActionContext = createContext<MarkAction | null>(null)

/** Lets the marks of charts below open a menu; null: they do nothing. */
export const MarkActionProvider = ({ action, children }: { action: MarkAction | null; children: ReactNode }) => (
  <MarkActionContext value={action}>{children}</MarkActionContext>
)

export const useMarkAction = (): MarkAction | null => useContext(MarkActionContext)

/** The mark of a category; `series` is its index, null where the pointer is on none. Null: it stands for nothing. */
export type MarkAt = (category: number, series: number | null) => Mark | null
