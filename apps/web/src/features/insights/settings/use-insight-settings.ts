import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '#contract/account.ts'
import { fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { useSettingsKeys } from '#web/features/account-settings/use-settings-form.ts'
import { useDraft } from '../../product-choices/use-draft.ts'
import {
  changesOf,
  draftOf,
  draftProblems,
  type InsightDraft,
  type StoredInsights,
  sentGoals,
  sentSettings,
  wireOf,
} from './insight-draft.ts'

export type InsightDraftChange = (part: Partial<InsightDraft>, key?: string) => void

/** What a section of the screen is given. */
export interface SettingsPartProps {
  readonly draft: InsightDraft
  /** by field */
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: InsightDraftChange
}

/** What somebody makes of the settings, what is wrong with it, and the way to save it. */
export const useInsightSettings = (stored: StoredInsights, account: Account) => {
  const { api, queries, queryClient } = useRuntime()
  const draft = useDraft<InsightDraft>(draftOf(stored), wireOf)
  const [kept, setKept] = useState(stored)
  const { value } = draft

  const keep = (next: StoredInsights): void => {
    setKept(next)
    queryClient.setQueryData(queries.insights.settings.queryKey(), next.settings)
    queryClient.setQueryData(queries.goals.list.queryKey(), { goals: next.goals.map((goal) => goal) })
  }
  const save = useMutation({
    mutationFn: async (sent: InsightDraft): Promise<StoredInsights> => {
      const differs = changesOf(sent, draftOf(kept))
      const settings = differs.settings ? await api.insights.saveSettings(sentSettings(sent)) : kept.settings
      // Half of it may be saved when the other half is refused: what is stored is known in any case.
      keep({ settings, goals: kept.goals })
      if (!differs.goals) return { settings, goals: kept.goals }
      const { goals } = await api.goals.saveAll({ goals: sentGoals(sent, account) })
      return { settings, goals }
    },
    onSuccess: (next) => {
      keep(next)
      draft.saved(draftOf(next))
      void queryClient.invalidateQueries({ queryKey: queries.insights.list.key() })
      toast.success('Settings saved')
    },
    onError: (error) => toast.failure(firstMessage(error)),
  })

  const problems = draftProblems(value)
  // What was wrong with an earlier draft says nothing about this one.
  const refused = save.variables === value ? fieldMessages(save.error) : {}
  const isWrong = Object.keys(problems).length > 0
  const start = (): void => {
    if (!isWrong && !save.isPending) save.mutate(value)
  }
  useSettingsKeys(draft, start)
  return {
    draft,
    saved: kept.settings,
    change: ((part, key) => draft.change({ ...value, ...part }, key ?? null)) satisfies InsightDraftChange,
    problems: { ...refused, ...problems },
    problem: isWrong ? 'Check the marked fields' : null,
    isSaving: save.isPending,
    save: start,
  }
}
