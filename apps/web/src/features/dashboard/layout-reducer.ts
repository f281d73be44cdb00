import type { WidgetEntry } from '#contract/dashboards.ts'
import { compact, isSameLayout, type Placement, place, type Widgets, withUniqueIds } from './grid-rules.ts'

/** Steps that can be undone. */
export const MAX_UNDO = 100

export interface LayoutState {
  /** as the server holds it */
  readonly saved: Widgets
  readonly present: Widgets
  /** oldest first */
  readonly past: readonly Widgets[]
  /** next to redo first */
  readonly future: readonly Widgets[]
}

export type LayoutAction =
  /** the server's copy replaces everything; undo starts afresh */
  | { readonly type: 'loaded'; readonly widgets: Widgets }
  /** the server took `widgets`; edits made meanwhile stay */
  | { readonly type: 'saved'; readonly widgets: Widgets }
  | { readonly type: 'added'; readonly entry: WidgetEntry }
  | { readonly type: 'removed'; readonly id: string }
  | { readonly type: 'arranged'; readonly placements: readonly Placement[] }
  | { readonly type: 'configured'; readonly id: string; readonly props: Readonly<Record<string, unknown>> }
  | { readonly type: 'undone' }
  | { readonly type: 'redone' }

const normalise = (widgets: Widgets): Widgets => compact(withUniqueIds(widgets))

/** The state of a dashboard as it was loaded. */
export const loadedLayout = (widgets: Widgets): LayoutState => {
  const present = normalise(widgets)
  return { saved: present, present, past: [], future: [] }
}

/** A change that changes nothing is no step. */
const step = (state: LayoutState, widgets: Widgets): LayoutState => {
  const present = normalise(widgets)
  if (isSameLayout(present, state.present)) return state
  return { ...state, present, past: [...state.past, state.present].slice(-MAX_UNDO), future: [] }
}

const undo = (state: LayoutState): LayoutState => {
  const before = state.past.at(-1)
  if (before === undefined) return state
  return { ...state, present: before, past: state.past.slice(0, -1), future: [state.present, ...state.future] }
}

const redo = (state: LayoutState): LayoutState => {
  const [next, ...future] = state.future
  if (next === undefined) return state
  return { ...state, present: next, past: [...state.past, state.present], future }
}

export const layoutReducer = (state: LayoutState, action: LayoutAction): LayoutState => {
  switch (action.type) {
    case 'loaded':
      return loadedLayout(action.widgets)
    case 'saved':
      return { ...state, saved: normalise(action.widgets) }
    case 'added':
      return step(state, [...state.present, action.entry])
    case 'removed':
      return step(
        state,
        state.present.filter(({ id }) => id !== action.id),
      )
    case 'arranged':
      return step(state, place(state.present, action.placements))
    case 'configured':
      return step(
        state,
        state.present.map((entry) => (entry.id === action.id ? { ...entry, props: { ...action.props } } : entry)),
      )
    case 'undone':
      return undo(state)
    case 'redone':
      return redo(state)
  }
}

/** A difference of the saved document: not the width of the window, not an undo back to the start. */
export const isDirty = ({ present, saved }: LayoutState): boolean => !isSameLayout(present, saved)
