import type { PinSubject } from '#web/features/pin/pin-subject.ts'
import type { BuilderStart } from './builder-start.ts'
import { type ReportDraft, toDefinition } from './report-draft.ts'
import { type ShownView, viewRequest } from './shown-view.ts'

interface PinnedDraft {
  readonly start: Pick<BuilderStart, 'type' | 'report'>
  readonly draft: ReportDraft
  readonly view: ShownView
  /** the draft differs from the saved report */
  readonly isDirty: boolean
}

/** A report in the builder, to be pinned: the saved one if there is one, or the draft as a copy. */
export const pinnedDraft = ({ start: { type, report }, draft, view, isDirty }: PinnedDraft): PinSubject => {
  const { isPublic: _, ...definition } = toDefinition(type, draft)
  const title = draft.name.trim() === '' ? type.title : draft.name.trim()
  const named = { ...definition, name: title }
  const { relativeDate, from, until } = viewRequest(view)
  const dates = {
    ...(relativeDate === undefined ? {} : { relativeDate }),
    ...(from === undefined || until === undefined ? {} : { from, until }),
  }
  return {
    title,
    link: report === null ? null : { id: report.id },
    copy: { definition: named, dates },
    isChanged: isDirty,
    definition: named,
  }
}
