import { useMutation, useQuery } from '@tanstack/react-query'
import type { InsightDetail, InsightList, InsightSummary } from '#contract/insights.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { toastWithUndo } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { withInsight } from './insight-list-state.ts'

/** What a change of an insight does to the cache: every list with it, and the insight. */
export const useInsightCache = () => {
  const { queries, queryClient } = useRuntime()
  const updateCache = (changed: InsightSummary): void => {
    queryClient.setQueriesData<InsightList>(
      { queryKey: queries.insights.list.key() },
      (list) => list && withInsight(list, changed),
    )
    queryClient.setQueryData<InsightDetail>(
      queries.insights.get.queryKey({ input: { id: changed.insightId } }),
      (detail) => detail && { ...detail, ...changed },
    )
    // a list that was asked for before the change may be answered without it
    void queryClient.invalidateQueries({
      queryKey: queries.insights.list.key(),
      predicate: ({ state }) => state.fetchStatus === 'fetching',
    })
  }
  const onError = (error: unknown): void => {
    toast.failure(firstMessage(error))
    void queryClient.invalidateQueries({ queryKey: queries.insights.key() })
  }
  return { updateCache, onError }
}

type Insight = Pick<InsightSummary, 'insightId' | 'progress'>

/** Changes of what users do about an insight; each can be undone. */
export const useProgressChanges = () => {
  const { queries, queryClient } = useRuntime()
  const { updateCache, onError } = useInsightCache()
  const onSuccess = (changed: InsightSummary): void => {
    updateCache(changed)
    const { insightId: id } = changed
    for (const call of [queries.insights.history, queries.insights.outcome])
      void queryClient.invalidateQueries({ queryKey: call.queryKey({ input: { id } }) })
  }
  const options = { onSuccess, onError }
  const snooze = useMutation(queries.insights.snooze.mutationOptions(options))
  const assign = useMutation(queries.insights.assign.mutationOptions(options))
  const setDone = useMutation(queries.insights.setDone.mutationOptions(options))
  const setActed = useMutation(queries.insights.setActed.mutationOptions(options))

  return {
    isChanging: snooze.isPending || assign.isPending || setDone.isPending,
    /** until: local day; null wakes it */
    snooze: ({ insightId: id, progress }: Insight, until: string | null, dayText: string): void => {
      const onDone = (): void =>
        until === null
          ? void toast.success('Insight is open again')
          : toastWithUndo(`Snoozed until ${dayText}`, () => snooze.mutate({ id, until: progress.snoozedUntil }))
      snooze.mutate({ id, until }, { onSuccess: onDone })
    },
    assign: (
      { insightId: id, progress }: Insight,
      person: { readonly userId: string; readonly name: string } | null,
    ): void => {
      const undo = (): void => assign.mutate({ id, userId: progress.assignee?.userId ?? null })
      const text = person === null ? 'Unassigned' : `Assigned to ${person.name}`
      assign.mutate({ id, userId: person?.userId ?? null }, { onSuccess: () => toastWithUndo(text, undo) })
    },
    setDone: ({ insightId: id }: Insight, done: boolean): void => {
      const undo = (): void => setDone.mutate({ id, done: !done })
      const text = done ? 'Marked as done' : 'Insight is open again'
      setDone.mutate({ id, done }, { onSuccess: () => toastWithUndo(text, undo) })
    },
    undoActed: ({ insightId: id }: Insight): void => setActed.mutate({ id, acted: false }),
    /** Notes the action the first time it is taken. */
    markActed: ({ insightId: id, progress }: Insight): void => {
      if (progress.actedUtc !== null) return
      const undo = (): void => setActed.mutate({ id, acted: false })
      const text = 'Noted. Results are measured from today.'
      setActed.mutate({ id, acted: true }, { onSuccess: () => toastWithUndo(text, undo) })
    },
  }
}

export type ProgressChanges = ReturnType<typeof useProgressChanges>

/** What was sold since somebody acted; nothing before that, and for kinds that measure nothing. */
export const useOutcome = ({ insightId: id, progress }: Pick<InsightSummary, 'insightId' | 'progress'>) => {
  const { queries } = useRuntime()
  const hasStarted = progress.actedUtc !== null || progress.doneUtc !== null
  const { data } = useQuery(queries.insights.outcome.queryOptions({ input: { id }, enabled: hasStarted }))
  return hasStarted ? (data ?? null) : null
}
