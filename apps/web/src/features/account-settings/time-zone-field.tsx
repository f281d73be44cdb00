import { useMemo } from 'react'
import { useNow } from '#web/app/relative-time.tsx'
import { SearchSelect } from '#web/app/search-select.tsx'
import { matchesZone, type TimeZoneChoice, timeZoneChoices } from './choices/time-zones.ts'
import classes from './settings.module.css'

interface TimeZoneFieldProps {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (zone: string) => void
}

const MINUTE = 60_000

/** The account's zone, found by place, name or offset; each with what time it is there. */
export const TimeZoneField = ({ value, error, onChange }: TimeZoneFieldProps) => {
  const now = Math.floor(useNow() / MINUTE) * MINUTE
  const choices = useMemo(() => timeZoneChoices(value, now, 'en'), [value, now])
  const known = useMemo(() => new Map(choices.map((choice) => [choice.value, choice])), [choices])
  const chosen = known.get(value)
  return (
    <SearchSelect
      label="Time zone"
      description={chosen && `${chosen.name} · it is ${chosen.time} there now`}
      nothingFoundMessage="No zone is called like that. Try a large city nearby."
      maxDropdownHeight={280}
      data={choices}
      filter={({ options, search }) =>
        options.filter((option) => {
          const choice = 'value' in option ? known.get(option.value) : undefined
          return choice !== undefined && matchesZone(choice, search)
        })
      }
      renderOption={({ option }) => <ZoneOption zone={known.get(option.value)} />}
      value={value}
      error={error}
      onChange={(zone) => zone !== null && onChange(zone)}
    />
  )
}

const ZoneOption = ({ zone }: { zone: TimeZoneChoice | undefined }) =>
  zone && (
    <span className={classes.zone}>
      <span>{zone.label}</span>
      <span className={classes.zoneTime}>
        {zone.offset} · {zone.time}
      </span>
    </span>
  )
