import { NativeSelect } from '@mantine/core'
import { useFormats } from '#ui/formats-context.tsx'
import { useAccount } from '#web/app/account-data.ts'
import { calendarOf, namedRanges } from '../range/range-words.ts'
import { useBuilder } from './builder-context.tsx'
import { BuilderSection } from './builder-section.tsx'
import { problemAt } from './field-problems.ts'
import { findColumn } from './report-draft.ts'

/** The dates that the report opens with. */
export const RangeSection = () => {
  const { type, draft, problems, edit } = useBuilder()
  const account = useAccount()
  const formats = useFormats()
  const chosen = draft.range?.relativeRange ?? 'None'
  const columnName = draft.range?.columnName ?? null
  const [usual] = type.dateColumns
  if (usual === undefined || account === null) return null
  const ranges = namedRanges(calendarOf(account, Date.now()), formats)
  const handleRange = (relativeRange: string): void =>
    edit({ kind: 'ranged', range: relativeRange === 'None' ? null : { relativeRange, columnName } })
  return (
    <BuilderSection title="Dates" problem={problemAt(problems, 'relativeDateFilter')}>
      <NativeSelect
        size="xs"
        label="Range"
        value={chosen}
        data={ranges.map(({ range, name, days }) => ({
          value: range,
          label: days === '' ? name : `${name} · ${days}`,
        }))}
        onChange={({ currentTarget }) => handleRange(currentTarget.value)}
      />
      {draft.range !== null && type.dateColumns.length > 1 ? (
        <NativeSelect
          size="xs"
          label="Of the date"
          value={columnName ?? usual}
          data={type.dateColumns.map((value) => ({ value, label: findColumn(type, value)?.displayName ?? value }))}
          onChange={({ currentTarget }) =>
            edit({ kind: 'ranged', range: { relativeRange: chosen, columnName: currentTarget.value } })
          }
        />
      ) : null}
    </BuilderSection>
  )
}
