import { useMutation } from '@tanstack/react-query'
import type { Account } from '#contract/account.ts'
import { fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { useDraft, useDraftKeys } from '#web/app/draft/use-draft.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import {
  draftProblems,
  type InsightDraft,
  listChanges,
  type StoredInsights,
  sentGoals,
  sentSettings,
  serializeDraft,
  settingsToDraft,
} from './insight-draft.ts'

type InsightDraftChange = (part: Partial<InsightDraft>, key?: string) => void

/** Props of each section of the screen. */
export interface SettingsPartProps {
  readonly draft: InsightDraft
  /** by field */
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: InsightDraftChange
}

/** The draft of the settings, its validation messages, and how to save it. */
export const useInsightSettings = (saved: StoredInsights, account: Account) => {
  const { api, queries, queryClient } = useRuntime()
  const draft = useDraft<InsightDraft>(settingsToDraft(saved), serializeDraft)
  const { value } = draft

  const updateCache = (next: StoredInsights): void => {
    queryClient.setQueryData(queries.insights.settings.queryKey(), next.settings)
    queryClient.setQueryData(queries.goals.list.queryKey(), { goals: next.goals.map((goal) => goal) })
  }
  const save = useMutation({
    mutationFn: async (sent: InsightDraft): Promise<StoredInsights> => {
      const differs = listChanges(sent, settingsToDraft(saved))
      const settings = differs.settings ? await api.insights.saveSettings(sentSettings(sent)) : saved.settings
      // The settings may be saved even if the goals are rejected.
      updateCache({ settings, goals: saved.goals })
      if (!differs.goals) return { settings, goals: saved.goals }
      const { goals } = await api.goals.saveAll({ goals: sentGoals(sent, account) })
      return { settings, goals }
    },
    onSuccess: (next) => {
      updateCache(next)
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
    saved: saved.settings,
    change: ((part, key) => draft.change({ ...value, ...part }, key ?? null)) satisfies InsightDraftChange,
    problems: { ...rejected, ...problems },
    problem: hasProblems ? 'Fix the highlighted fields' : null,
    isSaving: save.isPending,
    save: start,
  }
}
