import { SegmentedControl } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { columnIdFromRef, OWN_VIEW, type ReportView, toColumnName, writeAddress } from './address/report-view.ts'
import type { LoadedReport } from './query/report-subject.ts'

/** What the rows of a report are, where its page offers several. Chosen columns and sorts are those of one of them. */
export const GroupSwitch = ({ report, view }: { readonly report: LoadedReport; readonly view: ReportView }) => {
  const navigate = useNavigate()
  const { groupChoices, definition, type } = report
  if (groupChoices.length === 0) return null
  const group = (columnId: string): void => {
    const { columns, sort, page } = OWN_VIEW
    const search = writeAddress({ ...view, columns, sort, page })
    const named = columnId === groupChoices[0] ? {} : { group: toColumnName(columnId) }
    void navigate({ to: '.', search: { ...named, ...search }, resetScroll: false })
  }
  return (
    <SegmentedControl
      size="xs"
      aria-label="Group by"
      value={columnIdFromRef({ columnId: definition.groupColumns[0] })}
      data={groupChoices.map((value) => ({
        value,
        label: type.columns.find(({ columnId }) => columnId === value)?.displayName ?? value,
      }))}
      onChange={group}
    />
  )
}
