import { NativeSelect, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { getSetting, type SettingId } from '#contract/account-settings.ts'
import { SearchSelect } from '#web/app/fields.tsx'
import { useNow } from '#web/app/relative-time.tsx'
import { cultureChoices, cultureExample } from '#web/features/profile/cultures.ts'

import { currencyChoices, matchesZone, type TimeZoneChoice, timeZoneChoices } from './field-options.ts'
import classes from './settings.module.css'
import type { DraftChange, SettingsDraft, SettingsProblems } from './settings-draft.ts'

interface TimeZoneFieldProps {
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (zone: string) => void
}

const MINUTE = 60_000

/** A time zone, searchable by place, name or offset, with its current time. */
const TimeZoneField = ({ label, value, error, onChange }: TimeZoneFieldProps) => {
  const now = Math.floor(useNow() / MINUTE) * MINUTE
  const choices = useMemo(() => timeZoneChoices(value, now, 'en'), [value, now])
  const known = useMemo(() => new Map(choices.map((choice) => [choice.value, choice])), [choices])
  const chosen = known.get(value)
  return (
    <SearchSelect
      label={label}
      description={chosen && `${chosen.name} · currently ${chosen.time}`}
      nothingFoundMessage="No matches. Try a large city nearby."
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

export interface SettingFieldProps {
  readonly id: SettingId
  readonly draft: SettingsDraft
  readonly problems: SettingsProblems
  readonly onChange: DraftChange
}

/** The form field of an account setting. */
export const SettingField = ({ id, draft, problems, onChange }: SettingFieldProps) => {
  const { field, label, description } = getSetting(id)
  const value = draft[id]
  const text = String(value)
  const error = problems[id]
  const change = (chosen: string | number | null): void => {
    if (chosen !== null) onChange({ [id]: chosen })
  }
  switch (field.kind) {
    case 'text':
      return (
        <TextInput
          label={label}
          description={description}
          required
          autoComplete={field.autoComplete}
          maw={480}
          value={text}
          error={error}
          onChange={({ currentTarget }) => onChange({ [id]: currentTarget.value }, id)}
        />
      )
    case 'select':
      return (
        <NativeSelect
          label={label}
          description={description}
          data={field.options.map((option) => ({ value: String(option.value), label: option.label }))}
          value={text}
          error={error}
          onChange={({ currentTarget }) =>
            change(field.options.find((option) => String(option.value) === currentTarget.value)?.value ?? null)
          }
        />
      )
    case 'timeZone':
      return <TimeZoneField label={label} value={text} error={error} onChange={change} />
    case 'currency':
      return <CurrencyField {...{ label, description, value: text, error, onChange: change }} />
    case 'culture':
      return <CultureField {...{ label, draft, value: text, error, onChange: change }} />
  }
}

interface ListFieldProps {
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (chosen: string | null) => void
}

const CurrencyField = ({ value, ...field }: ListFieldProps & { readonly description: string | undefined }) => {
  const data = useMemo(() => currencyChoices(value, 'en'), [value])
  return <SearchSelect {...field} nothingFoundMessage="No matches" data={data} value={value} />
}

const CultureField = ({ value, draft, ...field }: ListFieldProps & { readonly draft: SettingsDraft }) => {
  const now = useNow()
  const data = useMemo(() => cultureChoices(value), [value])
  const { culture, currency, timeZone } = draft
  return (
    <SearchSelect
      {...field}
      description={cultureExample({ culture, currency, timeZone }, new Date(now).toISOString())}
      nothingFoundMessage="No matches"
      data={data}
      value={value}
    />
  )
}
