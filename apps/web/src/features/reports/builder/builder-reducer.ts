import { applyEdit, type DraftEdit } from './draft-edits.ts'
import { isSameDraft, type ReportDraft, type ReportType } from './report-draft.ts'

/** Maximum number of undo steps. */
export const MAX_UNDO = 100

export interface BuilderState {
  readonly type: ReportType
  /** as stored on the server, or the initial draft */
  readonly saved: ReportDraft
  readonly present: ReportDraft
  /** oldest first */
  readonly past: readonly ReportDraft[]
  /** next to redo first */
  readonly future: readonly ReportDraft[]
  /** the field being typed in: its letters are one step */
  readonly typing: string | null
}

export type BuilderAction =
  /** `field` groups consecutive edits of the same field */
  | { readonly type: 'edited'; readonly edit: DraftEdit; readonly field?: string }
  /** the server stored this draft; edits made since remain */
  | { readonly type: 'saved'; readonly draft: ReportDraft }
  /** replaces the draft and clears the undo stack */
  | { readonly type: 'loaded'; readonly draft: ReportDraft }
  /** unsaved edits of an earlier visit: one step after the saved draft */
  | { readonly type: 'restored'; readonly draft: ReportDraft }
  | { readonly type: 'undone' }
  | { readonly type: 'redone' }

export const startBuilder = (type: ReportType, draft: ReportDraft): BuilderState => ({
  type,
  saved: draft,
  present: draft,
  past: [],
  future: [],
  typing: null,
})

/** An edit without effect is not a step. */
const step = (state: BuilderState, draft: ReportDraft, field: string | null): BuilderState => {
  if (isSameDraft(draft, state.present)) return state
  if (field !== null && field === state.typing) return { ...state, present: draft, future: [] }
  return { ...state, present: draft, past: [...state.past, state.present].slice(-MAX_UNDO), future: [], typing: field }
}

const undo = (state: BuilderState): BuilderState => {
  const before = state.past.at(-1)
  if (before === undefined) return state
  const future = [state.present, ...state.future]
  return { ...state, present: before, past: state.past.slice(0, -1), future, typing: null }
}

const redo = (state: BuilderState): BuilderState => {
  const [next, ...future] = state.future
  if (next === undefined) return state
  return { ...state, present: next, past: [...state.past, state.present], future, typing: null }
}

export const builderReducer = (state: BuilderState, action: BuilderAction): BuilderState => {
  switch (action.type) {
    case 'edited':
      return step(state, applyEdit(state.present, action.edit, state.type), action.field ?? null)
    case 'saved':
      return { ...state, saved: action.draft, typing: null }
    case 'loaded':
      return startBuilder(state.type, action.draft)
    case 'restored':
      return step(state, action.draft, null)
    case 'undone':
      return undo(state)
    case 'redone':
      return redo(state)
  }
}

/** Whether the document differs from the saved one; undone edits do not count. */
export const isDirty = ({ present, saved }: BuilderState): boolean => !isSameDraft(present, saved)
