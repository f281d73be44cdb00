import { useNavigate, useSearch } from '@tanstack/react-router'
import { type InsightsView, readInsightsAddress, writeInsightsAddress } from './insights-address.ts'

/** Which insights are listed. It is part of the URL, also of an insight opened from the list. */
export const useInsightsView = () => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const view = readInsightsAddress(search)
  /** Changing a filter goes back to the first page. */
  const show = (change: Partial<InsightsView>): void => {
    void navigate({ to: '/ai/insights', search: writeInsightsAddress({ ...view, page: 1, ...change }) })
  }
  return { view, show }
}
