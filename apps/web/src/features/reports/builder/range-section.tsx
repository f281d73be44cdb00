import { NativeSelect } from '@mantine/core'
import { REPORT_RANGES, type ReportRange } from '#domain/ranges/relative-range.ts'
import { resolveRange } from '#domain/ranges/resolve-range.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { useAccount } from '#web/app/account-data.ts'
import classes from './builder.module.css'
import { useBuilder } from './builder-context.tsx'
import { BuilderSection } from './builder-section.tsx'
import { problemAt } from './field-problems.ts'
import { findColumn } from './report-draft.ts'

const WORDS: Readonly<Record<string, string>> = { None: 'All dates' }

/** `Last30Days` → `Last 30 days`. */
const rangeWords = (range: ReportRange): string => {
  const spaced = range.replace(/([a-z])([A-Z0-9])/g, '$1 $2').replace(/(\d)([A-Z])/g, '$1 $2')
  return WORDS[range] ?? spaced.charAt(0) + spaced.slice(1).toLowerCase()
}

const isRange = (text: string): text is ReportRange => REPORT_RANGES.some((range) => range === text)

/** The days that a range means today, in the account's zone. */
const useDays = (relativeRange: string): string | null => {
  const account = useAccount()
  if (account === null || !isRange(relativeRange)) return null
  const { timeZone, weekStart, fiscalYearStartMonth } = account
  const today = localDayOf(Date.now(), timeZone)
  const range = resolveRange(relativeRange, { today, weekStart, fiscalYearStartMonth })
  return range === null ? null : `${range.label}${range.partial ? ', today so far' : ''}`
}

/** The dates that the report opens with. */
export const RangeSection = () => {
  const { type, draft, problems, edit } = useBuilder()
  const chosen = draft.range?.relativeRange ?? 'None'
  const days = useDays(chosen)
  const [usual = null] = type.dateColumns
  if (usual === null) return null
  const column = draft.range?.columnName ?? usual
  const handleRange = (relativeRange: string): void =>
    edit({
      kind: 'ranged',
      range: relativeRange === 'None' ? null : { relativeRange, columnName: draft.range?.columnName ?? null },
    })
  return (
    <BuilderSection title="Dates" problem={problemAt(problems, 'relativeDateFilter')}>
      <NativeSelect
        size="xs"
        label="Range"
        value={chosen}
        data={REPORT_RANGES.map((value) => ({ value, label: rangeWords(value) }))}
        onChange={({ currentTarget }) => handleRange(currentTarget.value)}
      />
      {days === null ? null : <p className={classes.hint}>{days}</p>}
      {draft.range !== null && type.dateColumns.length > 1 ? (
        <NativeSelect
          size="xs"
          label="Of the date"
          value={column}
          data={type.dateColumns.map((value) => ({ value, label: findColumn(type, value)?.displayName ?? value }))}
          onChange={({ currentTarget }) =>
            edit({ kind: 'ranged', range: { relativeRange: chosen, columnName: currentTarget.value } })
          }
        />
      ) : null}
    </BuilderSection>
  )
}
