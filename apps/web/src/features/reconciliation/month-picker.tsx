import { ActionIcon, Button, Group, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconRefresh } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { addMonths, isMonth, type Month, monthOf, monthsBack } from './reconciliation.ts'

/** Months in the list; the arrows go back further. */
const MONTHS_OFFERED = 48

interface MonthPickerProps {
  readonly month: Month
  /** the current month */
  readonly newest: Month
  readonly culture: string
  readonly isFetching: boolean
  readonly onChange: (month: Month) => void
  readonly onRefresh: () => void
}

/** Selects a month from a list or by arrows. */
export const MonthPicker = ({ month, newest, culture, isFetching, onChange, onRefresh }: MonthPickerProps) => {
  const words = new Intl.DateTimeFormat(culture, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const offered = monthsBack(newest, MONTHS_OFFERED)
  const listed = offered.includes(month) ? offered : [...offered, month]
  return (
    <Group gap="xs">
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Previous month"
        onClick={() => onChange(addMonths(month, -1))}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <NativeSelect
        aria-label="Month"
        data={listed.map((value) => ({ value, label: words.format(Date.parse(`${value}-01T00:00:00Z`)) }))}
        value={month}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Next month"
        disabled={month >= newest}
        onClick={() => onChange(addMonths(month, 1))}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
      <Button
        variant="subtle"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={isFetching}
        onClick={onRefresh}
      >
        Compare again
      </Button>
    </Group>
  )
}

/** The month in the URL, else the last complete one. */
export const useMonth = (timeZone: string) => {
  const { month: asked }: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const newest = monthOf(Date.now(), timeZone)
  const month = isMonth(asked) && asked <= newest ? asked : addMonths(newest, -1)
  return {
    month,
    newest,
    choose: (chosen: Month) => void navigate({ to: '.', search: { month: chosen }, replace: true }),
  }
}
