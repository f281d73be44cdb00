import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useFormats } from '#ui/formats-context.tsx'
import { useAccount } from '#web/app/account-data.ts'
import { CompareField } from '../range/compare-field.tsx'
import { calendarOf, namedRanges } from '../range/range-words.ts'
import { useBuilder } from './builder-context.tsx'
import { BuilderSection } from './builder-section.tsx'
import { problemAt } from './field-problems.ts'
import { findColumn } from './report-draft.ts'

/** Stands for days that no range names. */
const DAYS = 'days'

const OF_THE_QUESTION = 'From your question. Stays in the link, but isn’t saved with the report.'

/** The dates that the report opens with. */
export const RangeSection = () => {
  const { type, draft, view, problems, edit, show } = useBuilder()
  const [wasCompared] = useState(view.compare !== null)
  const account = useAccount()
  const formats = useFormats()
  const days = view.range.kind === 'days' ? view.range : null
  const chosen = days === null ? (draft.range?.relativeRange ?? 'None') : DAYS
  const columnName = draft.range?.columnName ?? null
  const [usual] = type.dateColumns
  if (usual === undefined || account === null) return null
  const ranges = namedRanges(calendarOf(account, Date.now()), formats)
  const handleRange = (relativeRange: string): void => {
    if (relativeRange === DAYS) return
    show({ ...view, range: { kind: 'own' } })
    edit({ kind: 'ranged', range: relativeRange === 'None' ? null : { relativeRange, columnName } })
  }
  return (
    <BuilderSection title="Dates" problem={problemAt(problems, 'relativeDateFilter')}>
      <NativeSelect
        size="xs"
        label="Range"
        value={chosen}
        data={[
          ...(days === null ? [] : [{ value: DAYS, label: formats.range(days.from, days.until) }]),
          ...ranges.map(({ range, name, days: named }) => ({
            value: range,
            label: named === '' ? name : `${name} · ${named}`,
          })),
        ]}
        description={days === null ? undefined : OF_THE_QUESTION}
        onChange={({ currentTarget }) => handleRange(currentTarget.value)}
      />
      {draft.range !== null && days === null && type.dateColumns.length > 1 ? (
        <NativeSelect
          size="xs"
          label="Date field"
          value={columnName ?? usual}
          data={type.dateColumns.map((value) => ({ value, label: findColumn(type, value)?.displayName ?? value }))}
          onChange={({ currentTarget }) =>
            edit({ kind: 'ranged', range: { relativeRange: chosen, columnName: currentTarget.value } })
          }
        />
      ) : null}
      {wasCompared && draft.isGrouped ? (
        <CompareField
          label="Compare with"
          description={OF_THE_QUESTION}
          value={view.compare}
          onChange={(compare) => show({ ...view, compare })}
        />
      ) : null}
    </BuilderSection>
  )
}
