import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { isLocalDay, type LocalDay } from '#domain/ranges/local-day.ts'
import type { CustomRange } from '#domain/ranges/relative-range.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { parseTypedDays, type TypedDays, type TypingCulture } from '#domain/ranges/typed-days.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useAccount, useCulture } from '#web/app/account-data.ts'
import { lastIncludedDay, untilAfter } from '../address/read-address.ts'
import { DayField } from './day-field.tsx'
import classes from './range-picker.module.css'

const MONTHS = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 15))

/** How dates are typed in a culture: the order of numbers, and the names of the months. */
const typingCulture = (culture: string, today: LocalDay): TypingCulture => {
  const parts = new Intl.DateTimeFormat(culture, { timeZone: 'UTC' }).formatToParts(0).map(({ type }) => type)
  const month = new Intl.DateTimeFormat(culture, { month: 'long', timeZone: 'UTC' })
  return {
    today,
    order: parts.indexOf('month') < parts.indexOf('day') ? 'monthFirst' : 'dayFirst',
    months: MONTHS.map((instant) => month.format(instant)),
  }
}

/** A field's text, and the days that it means; null: none. */
interface Typed {
  readonly text: string
  readonly days: TypedDays | null
}

const EMPTY: Typed = { text: '', days: null }

const validateDay = ({ text, days }: Typed, isAsked: boolean): string | null => {
  if (days !== null) return null
  if (text.trim() === '') return isAsked ? 'Choose a date' : null
  return isAsked ? 'This isn’t a date' : null
}

interface DaysFormProps {
  /** null: not chosen */
  readonly days: CustomRange | null
  readonly onApply: (days: CustomRange) => void
}

/** A range by its first and last day. A month typed into the first field is the whole month. */
export const DaysForm = ({ days, onApply }: DaysFormProps) => {
  const formats = useFormats()
  const account = useAccount()
  const today = localDayOf(Date.now(), account?.timeZone ?? 'UTC')
  const culture = typingCulture(useCulture() ?? 'en-US', today)
  const ofDay = (day: LocalDay): Typed => ({ text: formats.day(day, 'full'), days: { first: day, last: day } })
  const pick = (day: string): Typed => (isLocalDay(day) ? ofDay(day) : EMPTY)
  const [first, setFirst] = useState(() => pick(days?.from ?? ''))
  const [last, setLast] = useState(() => pick(days === null ? '' : lastIncludedDay(days.until)))
  const [isLastTyped, setLastTyped] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const read = (text: string): Typed => ({ text, days: parseTypedDays(text, culture) })
  const isBackwards = first.days !== null && last.days !== null && first.days.first > last.days.last

  const handleFirst = (typed: Typed): void => {
    setFirst(typed)
    const { days } = typed
    if (days !== null && days.first !== days.last && !isLastTyped) setLast(ofDay(days.last))
  }
  const handleLast = (typed: Typed): void => {
    setLast(typed)
    setLastTyped(true)
  }
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    setAsked(true)
    if (first.days !== null && last.days !== null && !isBackwards)
      onApply({ from: first.days.first, until: untilAfter(last.days.last) })
  }
  return (
    <form onSubmit={handleSubmit} className={classes.form} noValidate>
      <DayField
        label="From"
        calendarLabel="Open calendar, first day"
        text={first.text}
        day={first.days?.first ?? ''}
        error={validateDay(first, isAsked)}
        onType={(text) => handleFirst(read(text))}
        onPick={(day) => handleFirst(pick(day))}
        onLeave={() => first.days && setFirst(ofDay(first.days.first))}
      />
      <DayField
        label="To"
        calendarLabel="Open calendar, last day"
        text={last.text}
        day={last.days?.last ?? ''}
        error={isBackwards ? 'The end date must not be before the start date' : validateDay(last, isAsked)}
        onType={(text) => handleLast(read(text))}
        onPick={(day) => handleLast(pick(day))}
        onLeave={() => last.days && setLast(ofDay(last.days.last))}
      />
      <p className={`hint ${classes.hint}`}>
        Type a date, such as {formats.day(today, 'full')}, or a month, such as {today.slice(0, 7)}.
      </p>
      <Button size="xs" type="submit" variant="default">
        Apply
      </Button>
    </form>
  )
}
