import { useQuery } from '@tanstack/react-query'
import { COMPARE_MODES, type CompareMode } from '#domain/ranges/comparison-mode.ts'
import { useIsPermitted } from '#web/app/current-user.ts'
import { useRuntime } from '#web/app/runtime.tsx'

/** The comparisons that menus offer: the plan only where the account has one, or where it is chosen. */
export const useCompareModes = (chosen: string | null): readonly CompareMode[] => {
  const { queries } = useRuntime()
  const mayRead = useIsPermitted('reports')
  const { data } = useQuery(queries.plans.list.queryOptions({ enabled: mayRead }))
  const hasPlan = data?.some(({ isCurrent, measures }) => isCurrent && measures.length > 0) === true
  return COMPARE_MODES.filter((mode) => mode !== 'plan' || hasPlan || chosen === 'plan')
}
