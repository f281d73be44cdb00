import { changed, type DraftHistory, redone, startHistory, undone } from '#web/app/draft/draft-history.ts'
import { applyEdit, type DraftEdit } from './draft-edits.ts'
import { isSameDraft, type ReportDraft, type ReportType } from './report-draft.ts'

/** The draft's history; its keys are the fields being typed in. */
export interface BuilderState extends DraftHistory<ReportDraft> {
  readonly type: ReportType
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

export const startBuilder = (type: ReportType, draft: ReportDraft): BuilderState => ({ type, ...startHistory(draft) })

/** An edit without effect is not a step. */
const step = (state: BuilderState, draft: ReportDraft, field: string | null): BuilderState =>
  isSameDraft(draft, state.present) ? state : changed(state, draft, field)

export const builderReducer = (state: BuilderState, action: BuilderAction): BuilderState => {
  switch (action.type) {
    case 'edited':
      return step(state, applyEdit(state.present, action.edit, state.type), action.field ?? null)
    case 'saved':
      return { ...state, saved: action.draft, lastKey: null }
    case 'loaded':
      return startBuilder(state.type, action.draft)
    case 'restored':
      return step(state, action.draft, null)
    case 'undone':
      return undone(state)
    case 'redone':
      return redone(state)
  }
}

/** Whether the document differs from the saved one; undone edits do not count. */
export const isDirty = ({ present, saved }: BuilderState): boolean => !isSameDraft(present, saved)
