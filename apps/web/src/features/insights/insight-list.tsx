import { Group, Text } from '@mantine/core'
import type { InsightList as Listed } from '#contract/insights.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useCulture } from '#web/app/account-data.ts'
import { formatRelativeTime } from '#web/app/format.ts'
import { Pages } from '#web/app/listing.tsx'
import { useListKeys } from '#web/app/use-list-keys.ts'
import { EmptyInsights } from './empty-insights.tsx'
import { CARD_ATTRIBUTE, InsightCard } from './insight-card.tsx'
import { inList } from './insight-list-state.ts'
import classes from './insights.module.css'
import { type InsightsView, PAGE_SIZE } from './insights-address.ts'
import { useInsightChanges } from './use-insight-changes.tsx'

interface InsightListProps {
  readonly list: Listed
  readonly view: InsightsView
  readonly onShow: (change: Partial<InsightsView>) => void
}

/** The cards of a page, or why there are none. */
export const InsightList = ({ list, view, onShow }: InsightListProps) => {
  const changes = useInsightChanges()
  const { restore, dismiss } = changes
  const keys = useListKeys(CARD_ATTRIBUTE)
  const shown = inList(list.items, view.shown)
  const handleDismiss = (id: string): void => {
    keys.moveOn(id)
    dismiss.mutate({ id })
  }
  const handleRestore = (id: string): void => {
    keys.moveOn(id)
    restore.mutate({ id })
  }
  if (shown.length === 0 && list.total <= list.items.length) {
    return <EmptyInsights list={list} view={view} onShowAll={() => onShow({ shown: 'all', kind: null })} />
  }
  const isLeaving = (id: string): boolean =>
    (dismiss.isPending && dismiss.variables.id === id) || (restore.isPending && restore.variables.id === id)
  return (
    <>
      <Unanalyzed list={list} />
      <ul
        ref={keys.listRef}
        className={`bare-list card ${classes.list}`}
        aria-label="Insights"
        onKeyDown={(event) => keys.handleKeyDown(event, view.shown === 'dismissed' ? handleRestore : handleDismiss)}
      >
        {shown.map((insight) => (
          <InsightCard
            key={insight.insightId}
            insight={insight}
            view={view}
            isBusy={isLeaving(insight.insightId)}
            changes={changes}
            onDismiss={handleDismiss}
            onRestore={handleRestore}
          />
        ))}
      </ul>
      <Group justify="space-between" gap="8px 16px">
        <LastAnalysis list={list} />
        <Pages total={list.total} pageSize={PAGE_SIZE} page={view.page} onPage={(page) => onShow({ page })} />
      </Group>
    </>
  )
}

/** What the data was too short or too old for. */
const Unanalyzed = ({ list: { unanalyzed } }: { list: Listed }) =>
  unanalyzed.map((sentence) => (
    <Text key={sentence} size="sm" c="dimmed">
      {sentence}
    </Text>
  ))

/** When the data was analyzed, and the last day that was included. */
const LastAnalysis = ({ list: { lookedUtc, lookedUntil } }: { list: Listed }) => {
  const formats = useFormats()
  const culture = useCulture()
  if (lookedUtc === null) return null
  return (
    <Text size="xs" c="dimmed">
      Last checked{' '}
      <time dateTime={lookedUtc} title={formats.instant(lookedUtc, 'full')}>
        {formatRelativeTime(lookedUtc, Date.now(), culture)}
      </time>
      {lookedUntil !== null && `, with data through ${formats.day(addDays(lookedUntil, -1), 'full')}`}.
    </Text>
  )
}
