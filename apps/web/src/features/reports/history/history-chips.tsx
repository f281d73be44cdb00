import { IconUserSearch } from '@tabler/icons-react'
import { lazy } from 'react'
import type { HistoryCondition } from '#contract/report-definition.ts'
import { upperFirst } from '#domain/text.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { BarChip } from '../../filter-bar/bar-chip.tsx'
import { BarPopover } from '../../filter-bar/bar-popover.tsx'
import { useReportCatalog } from '../query/report-subject.ts'
import { eventTypes, formatHistory } from './history-condition.ts'

// Opens on click only, so its code is loaded on demand.
const HistoryForm = lazy(() => import('./history-form.tsx').then((m) => ({ default: m.HistoryForm })))

interface HistoryChipsProps {
  readonly conditions: readonly HistoryCondition[]
  readonly onChange: (conditions: HistoryCondition[]) => void
}

/** The conditions on what people did, each of which can be changed or removed, and a button that adds one. */
export const HistoryChips = ({ conditions, onChange }: HistoryChipsProps) => {
  const formats = useFormats()
  const { data } = useReportCatalog()
  if (data === undefined) return null
  const types = eventTypes(data.reportTypes)
  return (
    <>
      {conditions.map((condition, index) => {
        const words = upperFirst(formatHistory(condition, data.reportTypes, formats))
        return (
          <BarChip
            // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may say the same, and their places are what they are
            key={index}
            label={words}
            name={`Change filter: ${words}`}
            onRemove={() => onChange(conditions.toSpliced(index, 1))}
          >
            {(close) => (
              <HistoryForm
                {...{ types, condition }}
                onApply={(next) => onChange(conditions.with(index, next))}
                onClose={close}
              />
            )}
          </BarChip>
        )
      })}
      <BarPopover label="Add activity filter" icon={<IconUserSearch size={14} aria-hidden />}>
        {(close) => <HistoryForm types={types} onApply={(added) => onChange([...conditions, added])} onClose={close} />}
      </BarPopover>
    </>
  )
}
