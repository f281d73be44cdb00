import { NativeSelect, SimpleGrid } from '@mantine/core'
import { useMemo } from 'react'
import { WEEK_STARTS, type WeekStart } from '#domain/ranges/period.ts'
import { useNow } from '#web/app/relative-time.tsx'
import { SearchSelect } from '#web/app/search-select.tsx'
import { cultureChoices, cultureExample } from '#web/features/profile/cultures.ts'
import { currencyChoices, matchesZone, type TimeZoneChoice, timeZoneChoices } from './field-options.ts'
import classes from './settings.module.css'
import {
  type DraftChange,
  monthName,
  type SettingsDraft,
  type SettingsProblems,
  WEEK_START_NAMES,
} from './settings-draft.ts'
import { SettingsSection } from './settings-section.tsx'

interface TimeZoneFieldProps {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (zone: string) => void
}

const MINUTE = 60_000

/** The account's zone, found by place, name or offset; each with what time it is there. */
const TimeZoneField = ({ value, error, onChange }: TimeZoneFieldProps) => {
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

interface NumbersSectionProps {
  readonly draft: SettingsDraft
  readonly problems: SettingsProblems
  readonly onChange: DraftChange
}

const MONTHS = Array.from({ length: 12 }, (_, index) => ({ value: String(index + 1), label: monthName(index + 1) }))

const isWeekStart = (value: string): value is WeekStart => WEEK_STARTS.some((known) => known === value)

/** What decides where days, weeks and years begin, and how numbers are written. */
export const NumbersSection = ({ draft, problems, onChange }: NumbersSectionProps) => {
  const { timeZone, currency, culture, weekStart, fiscalYearStartMonth } = draft
  const now = useNow()
  const currencies = useMemo(() => currencyChoices(currency, 'en'), [currency])
  const cultures = useMemo(() => cultureChoices(culture), [culture])
  return (
    <SettingsSection
      id="numbers"
      title="Numbers"
      description="Where days, weeks and years begin, and how amounts and dates are written. The same for everyone in the account."
    >
      <TimeZoneField value={timeZone} error={problems.timeZone} onChange={(zone) => onChange({ timeZone: zone })} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <SearchSelect
          label="Currency"
          description="Amounts in other currencies are never added to it"
          nothingFoundMessage="No currency is called like that"
          data={currencies}
          value={currency}
          error={problems.currency}
          onChange={(chosen) => chosen !== null && onChange({ currency: chosen })}
        />
        <SearchSelect
          label="Culture"
          description={cultureExample({ culture, currency, timeZone }, new Date(now).toISOString())}
          nothingFoundMessage="No culture is called like that"
          data={cultures}
          value={culture}
          error={problems.culture}
          onChange={(chosen) => chosen !== null && onChange({ culture: chosen })}
        />
        <NativeSelect
          label="Weeks begin on"
          data={WEEK_STARTS.map((value) => ({ value, label: WEEK_START_NAMES[value] }))}
          value={weekStart}
          error={problems.weekStart}
          onChange={({ currentTarget: { value } }) => isWeekStart(value) && onChange({ weekStart: value })}
        />
        <NativeSelect
          label="Fiscal year begins in"
          data={MONTHS}
          value={String(fiscalYearStartMonth)}
          error={problems.fiscalYearStartMonth}
          onChange={({ currentTarget: { value } }) => onChange({ fiscalYearStartMonth: Number(value) })}
        />
      </SimpleGrid>
    </SettingsSection>
  )
}
