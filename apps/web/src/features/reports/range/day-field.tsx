import { ActionIcon, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useRef } from 'react'
import classes from './range-picker.module.css'

interface DayFieldProps {
  readonly label: string
  readonly calendarLabel: string
  /** as it was typed */
  readonly text: string
  /** the day that it means; empty: none */
  readonly day: string
  readonly error: string | null
  readonly onType: (text: string) => void
  /** a day of the calendar */
  readonly onPick: (day: string) => void
  readonly onLeave: () => void
}

/** A day that can be typed, or chosen in the calendar of the browser. */
export const DayField = ({ label, calendarLabel, text, day, error, onType, onPick, onLeave }: DayFieldProps) => {
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <TextInput
      size="xs"
      label={label}
      autoComplete="off"
      value={text}
      error={error}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      onBlur={onLeave}
      rightSectionWidth={32}
      rightSection={
        <>
          <ActionIcon size={28} aria-label={calendarLabel} onClick={() => calendar.current?.showPicker()}>
            <IconCalendar size={14} aria-hidden />
          </ActionIcon>
          <input
            ref={calendar}
            type="date"
            className={classes.calendar}
            tabIndex={-1}
            aria-hidden
            value={day}
            onChange={({ currentTarget }) => onPick(currentTarget.value)}
          />
        </>
      }
    />
  )
}
