import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { isLocalDay } from '#domain/ranges/local-day.ts'
import classes from './range-picker.module.css'

interface DaysFormProps {
  /** first and last local day of the range; empty: not chosen */
  readonly first: string
  readonly last: string
  readonly onApply: (first: string, last: string) => void
}

/** A range by its first and last day. */
export const DaysForm = (props: DaysFormProps) => {
  const [first, setFirst] = useState(props.first)
  const [last, setLast] = useState(props.last)
  const [isAsked, setAsked] = useState(false)
  const isWhole = isLocalDay(first) && isLocalDay(last)
  const isBackwards = isWhole && first > last
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    setAsked(true)
    if (isWhole && !isBackwards) props.onApply(first, last)
  }
  const missing = isAsked && !isWhole ? 'Choose both dates' : null
  return (
    <form onSubmit={handleSubmit} className={classes.form} noValidate>
      <TextInput
        size="xs"
        type="date"
        label="From"
        value={first}
        onChange={({ currentTarget }) => setFirst(currentTarget.value)}
      />
      <TextInput
        size="xs"
        type="date"
        label="To"
        value={last}
        error={isBackwards ? 'The end date must not be before the start date' : missing}
        onChange={({ currentTarget }) => setLast(currentTarget.value)}
      />
      <Button size="xs" type="submit" variant="default">
        Apply
      </Button>
    </form>
  )
}
