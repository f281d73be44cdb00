import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { MeasurePlan, type Plan } from '#contract/plans.ts'
import { errorStatus, firstMessage } from '#web/api/api-error.ts'
import { parseStored, readDraft, serializeStored, useDraftKey, useDraftStorage } from '#web/app/draft/draft-storage.ts'
import { useDraft, useDraftKeys } from '#web/app/draft/use-draft.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { cellProblems, draftToPlan, type PlanDraft, planToDraft } from './plan-draft.ts'

/** As typed, so that an amount that cannot be read yet is not lost. */
const Stored = z.object({
  name: z.string(),
  isCurrent: z.boolean(),
  measures: z.array(
    z.object({
      measure: MeasurePlan.shape.measure,
      breakdown: MeasurePlan.shape.breakdown,
      rows: z.array(z.object({ value: z.string().nullable(), cells: z.array(z.string()).length(12) })),
    }),
  ),
})

/** An unsaved version of an earlier visit; null for missing and malformed ones. */
const parseStoredPlan = (text: string | null): PlanDraft | null =>
  Stored.safeParse(parseStored(text)?.plan).data ?? null

/** The draft of a version, which this browser keeps until it is saved or discarded, and how to save it whole. */
export const usePlanDraft = (plan: Plan, decimal: string) => {
  const { api, queries, queryClient } = useRuntime()
  const key = useDraftKey('plan-draft', plan.id)
  const [kept] = useState(() => parseStoredPlan(readDraft(key)))
  const serialize = (value: PlanDraft): string =>
    JSON.stringify([draftToPlan(value, decimal), cellProblems(value, decimal)])
  const draft = useDraft<PlanDraft>(planToDraft(plan, decimal), serialize, kept)
  const { value, isChanged } = draft
  const [keptAt] = useState(() => Date.now())
  useDraftStorage(key, isChanged ? serializeStored({ plan: value, keptAt }) : null)
  const problems = cellProblems(value, decimal)
  const save = useMutation({
    mutationFn: (sent: PlanDraft) =>
      api.plans.save({ params: { id: plan.id }, body: { ...draftToPlan(sent, decimal), version: plan.version } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queries.plans.get.queryKey({ input: { id: plan.id } }), saved)
      draft.saved(planToDraft(saved, decimal))
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !String(queryKey[0]).startsWith('plans,get') })
      toast.success('Plan saved')
    },
    onError: (error) => {
      toast.failure(firstMessage(error))
      if (errorStatus(error) === 412) void queryClient.invalidateQueries({ queryKey: queries.plans.get.key() })
    },
  })
  const nameProblem = value.name.trim() === '' ? 'Enter a name' : null
  const problem = problems.length > 0 ? 'Fix the highlighted amounts' : nameProblem
  const start = (): void => {
    if (isChanged && problem === null && !save.isPending) save.mutate(value)
  }
  useDraftKeys({ ...draft, save: start })
  return { draft, problems, problem, isSaving: save.isPending, save: start }
}
