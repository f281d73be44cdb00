import type { Dashboard, WidgetEntry } from '#contract/dashboards.ts'
import { isObject } from '#web/api/json.ts'
import type { Widgets } from '../grid-rules.ts'

/** Unsaved edits of a dashboard's layout, as they are stored in the browser. */
export interface LayoutDraft {
  /** epoch milliseconds of the last edit */
  readonly editedAt: number
  /** the saved dashboard that the edits are based on */
  readonly base: Dashboard
  readonly widgets: Widgets
}

/** Incremented when the stored format changes; older drafts are discarded. */
const FORMAT = 1

export const toStoredDraft = (draft: LayoutDraft): object => ({ format: FORMAT, ...draft })

const isEntry = (value: unknown): value is WidgetEntry =>
  isObject(value) &&
  typeof value.id === 'string' &&
  typeof value.type === 'string' &&
  [value.x, value.y, value.w, value.h].every(Number.isInteger) &&
  isObject(value.props)

const isLayout = (value: unknown): value is WidgetEntry[] => Array.isArray(value) && value.every(isEntry)

/** Whether it has what the layout needs of a dashboard. */
export const isDashboard = (value: unknown): value is Dashboard =>
  isObject(value) &&
  typeof value.slug === 'string' &&
  typeof value.name === 'string' &&
  typeof value.version === 'number' &&
  isLayout(value.widgets)

/** Parses a stored draft; null if outdated or invalid. */
export const parseStoredDraft = (stored: unknown): LayoutDraft | null => {
  if (!isObject(stored) || stored.format !== FORMAT) return null
  const { editedAt, base, widgets } = stored
  return typeof editedAt === 'number' && isDashboard(base) && isLayout(widgets) ? { editedAt, base, widgets } : null
}
