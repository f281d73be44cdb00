import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { MeasurePlan, type Plan } from '#contract/plans.ts'
import { plannableMeasure } from '#domain/winery-plan.ts'
import { errorStatus, firstMessage } from '#web/api/api-error.ts'
import { parseStored, readDraft, serializeStored, useDraftKey, useDraftStorage } from '#web/app/draft/draft-storage.ts'
import { useDraft, useDraftKeys } from '#web/app/draft/use-draft.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import {
  cellProblems,
  changedMeasures,
  draftToPlan,
  findUnsplit,
  type PlanDraft,
  planToDraft,
  serializePlan,
} from './plan-draft.ts'

const Split = z.object({
  breakdown: MeasurePlan.shape.breakdown,
  rows: z.array(z.object({ value: z.string().nullable(), cells: z.array(z.string()).length(12) })),
})

/** Changed measures as typed, so that an amount that cannot be read yet is not lost. */
const Stored = z.object({
  measures: z.array(Split.extend({ measure: MeasurePlan.shape.measure, others: z.array(Split).default([]) })),
})

/** What was not saved in an earlier visit; null for missing and malformed drafts. */
const parseStoredPlan = (text: string | null): PlanDraft | null => {
  const { data } = Stored.safeParse(parseStored(text)?.plan)
  return data === undefined ? null : Object.fromEntries(data.measures.map((one) => [one.measure, one]))
}

/** The draft of a version, which this browser keeps until it is saved or discarded, and how to save it whole. */
export const usePlanDraft = (plan: Plan, decimal: string) => {
  const { api, queries, queryClient } = useRuntime()
  const key = useDraftKey('plan-draft', plan.id)
  const saved = planToDraft(plan, decimal)
  const [kept] = useState(() => parseStoredPlan(readDraft(key)))
  const draft = useDraft<PlanDraft>(saved, (value) => serializePlan(value, decimal), kept && { ...saved, ...kept })
  const { value, isChanged } = draft
  const changed = changedMeasures(value, saved, decimal)
  const [keptAt] = useState(() => Date.now())
  useDraftStorage(key, isChanged ? serializeStored({ plan: { measures: changed }, keptAt }) : null)
  const problems = cellProblems(value, decimal)
  const save = useMutation({
    mutationFn: (sent: PlanDraft) => {
      const { name, isCurrent, version } = plan
      return api.plans.save({
        params: { id: plan.id },
        body: { name, isCurrent, version, measures: draftToPlan(sent, decimal) },
      })
    },
    onSuccess: (answer) => {
      queryClient.setQueryData(queries.plans.get.queryKey({ input: { id: plan.id } }), answer)
      draft.saved(planToDraft(answer, decimal))
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !String(queryKey[0]).startsWith('plans,get') })
      toast.success('Plan saved')
    },
    onError: (error) => {
      if (errorStatus(error) === 412) void queryClient.invalidateQueries({ queryKey: queries.plans.get.key() })
      else toast.failure(firstMessage(error))
    },
  })
  const unsplit = findUnsplit(value)
  const unsplitProblem = unsplit ? `Enter ${plannableMeasure(unsplit.measure).title} by ${unsplit.breakdown}` : null
  const problem = problems.length > 0 ? 'Fix the highlighted amounts' : unsplitProblem
  const start = (): void => {
    if (isChanged && problem === null && !save.isPending) save.mutate(value)
  }
  useDraftKeys({ ...draft, save: start })
  // refused, because somebody else has saved: titles of what is still changed
  const conflict =
    isChanged && errorStatus(save.error) === 412 ? changed.map(({ measure }) => plannableMeasure(measure).title) : null
  const discard = (): void => {
    save.reset()
    draft.discard()
  }
  return { draft: { ...draft, discard }, problems, problem, conflict, isSaving: save.isPending, save: start }
}
