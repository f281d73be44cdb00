import { useNavigate, useSearch } from '@tanstack/react-router'
import { isMonth, type Month, monthAfter, monthOf } from './months.ts'

/** The month in the address; without one the last that is over, since the present one still moves. */
export const useMonth = (timeZone: string) => {
  const { month: asked }: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const newest = monthOf(Date.now(), timeZone)
  const month = isMonth(asked) && asked <= newest ? asked : monthAfter(newest, -1)
  return {
    month,
    newest,
    choose: (chosen: Month) => void navigate({ to: '.', search: { month: chosen }, replace: true }),
  }
}
