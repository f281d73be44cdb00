import { INSIGHT_KINDS } from 'virtual:insight-kinds'
import { Group, NativeSelect, Skeleton, Stack } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useIsPermitted } from '#web/app/current-user.ts'
import { LinkButton, ScreenHead } from '#web/app/heading.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { AskPart } from '#web/features/ask/ask-field.tsx'
import { isInsightKind } from './insight-kinds.tsx'
import { InsightList } from './insight-list.tsx'
import classes from './insights.module.css'
import { type InsightsView, isShown, listInput, useInsightsView } from './insights-address.ts'

interface InsightFiltersProps {
  readonly view: InsightsView
  /** null: not known yet */
  readonly unread: number | null
  readonly onShow: (change: Partial<InsightsView>) => void
}

const KINDS = [
  { value: '', label: 'All types' },
  ...INSIGHT_KINDS.map(({ kind, title }) => ({ value: kind, label: title })),
]

/** Which insights are listed. */
const InsightFilters = ({ view, unread, onShow }: InsightFiltersProps) => (
  <Group gap="8px 12px">
    <NativeSelect
      aria-label="Which insights"
      className={classes.kind}
      data={[
        { value: 'all', label: 'Open' },
        { value: 'unread', label: unread ? `Unread (${unread})` : 'Unread' },
        { value: 'mine', label: 'Assigned to me' },
        { value: 'snoozed', label: 'Snoozed' },
        { value: 'done', label: 'Done' },
        { value: 'dismissed', label: 'Dismissed' },
      ]}
      value={view.shown}
      onChange={({ currentTarget: { value } }) => onShow({ shown: isShown(value) ? value : 'all' })}
    />
    <NativeSelect
      aria-label="Type"
      className={classes.kind}
      data={KINDS}
      value={view.kind ?? ''}
      onChange={({ currentTarget: { value } }) => onShow({ kind: isInsightKind(value) ? value : null })}
    />
  </Group>
)

/** The account's insights by priority, and the question field. */
export const InsightsScreen = () => {
  const mayChange = useIsPermitted('administration')
  const mayAsk = useIsPermitted('reports')
  const { view, show } = useInsightsView()
  return (
    <Stack maw="var(--cuvee-width-list)" mx="auto">
      <ScreenHead
        title="AI Insights"
        tools={
          mayChange && (
            <LinkButton to="/ai/settings" icon={IconSettings}>
              AI Settings
            </LinkButton>
          )
        }
      />
      {mayAsk && <AskPart />}
      <ReaderFormats>
        <LoadedInsights view={view} onShow={show} />
      </ReaderFormats>
    </Stack>
  )
}

interface LoadedInsightsProps {
  readonly view: InsightsView
  readonly onShow: (change: Partial<InsightsView>) => void
}

const LoadedInsights = ({ view, onShow }: LoadedInsightsProps) => {
  const { queries } = useRuntime()
  const { data, error, refetch, isPlaceholderData } = useQuery(
    queries.insights.list.queryOptions({ input: listInput(view), placeholderData: keepPreviousData }),
  )
  return (
    <>
      <InsightFilters view={view} unread={data?.unread ?? null} onShow={onShow} />
      {!data && error && <LoadFailure error={error} onRetry={refetch} />}
      {!data && !error && <CardSkeletons />}
      {data && (
        <Stack
          gap={12}
          className={classes.results}
          data-old={isPlaceholderData || undefined}
          aria-busy={isPlaceholderData}
        >
          <InsightList list={data} view={view} onShow={onShow} />
        </Stack>
      )}
    </>
  )
}

const CardSkeletons = () => (
  <Stack gap={12} aria-busy="true">
    {['first', 'second', 'third'].map((row) => (
      <Skeleton key={row} height={104} radius="md" />
    ))}
  </Stack>
)
