import { useMutation } from '@tanstack/react-query'
import type { InsightSettings } from '#contract/insights.ts'
import { fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { useDraft, useDraftKeys } from '#web/app/draft/use-draft.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { draftProblems, type InsightDraft, sentSettings, serializeDraft, settingsToDraft } from './insight-draft.ts'

type InsightDraftChange = (part: Partial<InsightDraft>, key?: string) => void

/** Props of each section of the screen. */
export interface SettingsPartProps {
  readonly draft: InsightDraft
  /** by field */
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: InsightDraftChange
}

/** The draft of the settings, its validation messages, and how to save it. */
export const useInsightSettings = (saved: InsightSettings) => {
  const { api, queries, queryClient } = useRuntime()
  const draft = useDraft<InsightDraft>(settingsToDraft(saved), serializeDraft)
  const { value } = draft

  const save = useMutation({
    mutationFn: (sent: InsightDraft) => api.insights.saveSettings(sentSettings(sent)),
    onSuccess: (next) => {
      queryClient.setQueryData(queries.insights.settings.queryKey(), next)
      draft.saved(settingsToDraft(next))
      void queryClient.invalidateQueries({ queryKey: queries.insights.list.key() })
      toast.success('Settings saved')
    },
    onError: (error) => toast.failure(firstMessage(error)),
  })

  const problems = draftProblems(value)
  // Errors of an earlier draft don't apply to this one.
  const rejected = save.variables === value ? fieldMessages(save.error) : {}
  const hasProblems = Object.keys(problems).length > 0
  const start = (): void => {
    if (draft.isChanged && !hasProblems && !save.isPending) save.mutate(value)
  }
  useDraftKeys({ ...draft, save: start })
  return {
    draft,
    saved,
    change: ((part, key) => draft.change({ ...value, ...part }, key ?? null)) satisfies InsightDraftChange,
    problems: { ...rejected, ...problems },
    problem: hasProblems ? 'Fix the highlighted fields' : null,
    isSaving: save.isPending,
    save: start,
  }
}
