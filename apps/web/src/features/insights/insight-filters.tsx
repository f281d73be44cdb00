import { INSIGHT_KINDS } from 'virtual:insight-kinds'
import { NativeSelect, SegmentedControl } from '@mantine/core'
import { isInsightKind } from './insight-kinds.ts'
import classes from './insights.module.css'
import { type InsightsView, isShown } from './insights-address.ts'

interface InsightFiltersProps {
  readonly view: InsightsView
  /** null: not known yet */
  readonly unread: number | null
  readonly onShow: (change: Partial<InsightsView>) => void
}

const KINDS = [
  { value: '', label: 'All kinds' },
  ...INSIGHT_KINDS.map(({ kind, title }) => ({ value: kind, label: title })),
]

/** Which insights are listed. */
export const InsightFilters = ({ view, unread, onShow }: InsightFiltersProps) => (
  <div className={classes.filters}>
    <SegmentedControl
      aria-label="Which insights"
      data={[
        { value: 'all', label: 'All' },
        { value: 'unread', label: unread ? `Unread (${unread})` : 'Unread' },
        { value: 'dismissed', label: 'Dismissed' },
      ]}
      value={view.shown}
      onChange={(shown) => isShown(shown) && onShow({ shown })}
    />
    <NativeSelect
      aria-label="Kind"
      className={classes.kind}
      data={KINDS}
      value={view.kind ?? ''}
      onChange={({ currentTarget: { value } }) => onShow({ kind: isInsightKind(value) ? value : null })}
    />
  </div>
)
