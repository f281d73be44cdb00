import type { WidgetEntry } from '#contract/dashboards.ts'
import { changed, type DraftHistory, redone, startHistory, undone } from '#web/app/draft/draft-history.ts'
import { tidyLayout } from './arrange/tidy-layout.ts'
import { isSameLayout, moveEntries, normalizeLayout, type Placement, type Widgets } from './grid-rules.ts'

export type LayoutState = DraftHistory<Widgets>

export type LayoutAction =
  /** replaces everything with the server's copy and clears the history */
  | { readonly type: 'loaded'; readonly widgets: Widgets }
  /** the server stored `widgets`; edits made since remain */
  | { readonly type: 'saved'; readonly widgets: Widgets }
  /** the server has `saved` meanwhile; `widgets` are the edits on top of it */
  | { readonly type: 'rebased'; readonly saved: Widgets; readonly widgets: Widgets }
  | { readonly type: 'added'; readonly entry: WidgetEntry }
  /** adds an equal tile with the id `as` below it */
  | { readonly type: 'duplicated'; readonly id: string; readonly as: string }
  | { readonly type: 'removed'; readonly id: string }
  /** consecutive ones with the same key are one step */
  | { readonly type: 'arranged'; readonly placements: readonly Placement[]; readonly key?: string }
  /** removes holes between tiles */
  | { readonly type: 'tidied' }
  /** takes back the step with this key, unless another one followed */
  | { readonly type: 'arrangementCanceled'; readonly key: string }
  | { readonly type: 'configured'; readonly id: string; readonly props: Readonly<Record<string, unknown>> }
  | { readonly type: 'undone' }
  | { readonly type: 'redone' }

/** The initial state of a loaded dashboard. */
export const initialLayout = (widgets: Widgets): LayoutState => {
  const present = normalizeLayout(widgets)
  return startHistory(present)
}

/** The state of a dashboard with unsaved edits of an earlier visit, which are one step. */
export const restoredLayout = (saved: Widgets, widgets: Widgets): LayoutState => pushStep(initialLayout(saved), widgets)

/** A change without effect is not an undo step. */
const pushStep = (state: LayoutState, widgets: Widgets, key: string | null = null): LayoutState => {
  const present = normalizeLayout(widgets)
  return isSameLayout(present, state.present) ? state : changed(state, present, key)
}

export const layoutReducer = (state: LayoutState, action: LayoutAction): LayoutState => {
  switch (action.type) {
    case 'loaded':
      return initialLayout(action.widgets)
    case 'saved':
      return { ...state, saved: normalizeLayout(action.widgets) }
    case 'rebased':
      return {
        ...pushStep(pushStep(state, action.saved), action.widgets),
        saved: normalizeLayout(action.saved),
      }
    case 'added':
      return pushStep(state, [...state.present, action.entry])
    case 'duplicated':
      return pushStep(state, [
        ...state.present,
        ...state.present.filter(({ id }) => id === action.id).map((entry) => ({ ...entry, id: action.as })),
      ])
    case 'removed':
      return pushStep(
        state,
        state.present.filter(({ id }) => id !== action.id),
      )
    case 'arranged':
      return pushStep(state, moveEntries(state.present, action.placements), action.key)
    case 'tidied':
      return pushStep(state, tidyLayout(state.present))
    case 'arrangementCanceled':
      return state.lastKey === action.key ? { ...undone(state), future: [] } : state
    case 'configured':
      return pushStep(
        state,
        state.present.map((entry) => (entry.id === action.id ? { ...entry, props: { ...action.props } } : entry)),
      )
    case 'undone':
      return undone(state)
    case 'redone':
      return redone(state)
  }
}

/** Whether the document differs from the saved one; window width and undone edits do not count. */
export const isDirty = ({ present, saved }: LayoutState): boolean => !isSameLayout(present, saved)
