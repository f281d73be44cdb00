import { Stack, TextInput } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReleasePlan, ReleaseWine } from '#contract/release-plans.ts'
import { addDays, diffDays } from '#domain/ranges/local-day.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { subjectAddress } from '#domain/subject-pages.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { firstMessage } from '#web/api/api-error.ts'
import { useAccount } from '#web/app/account-data.ts'
import { SaveBar } from '#web/app/draft/save-bar.tsx'
import { useDraft } from '#web/app/draft/use-draft.ts'
import { BackLink, ScreenHead } from '#web/app/heading.tsx'
import { Notice, QueryContent } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { Section } from '../insights/detail/exact-number.tsx'
import { Deliveries, ExpectedLines, PastPlans, TaskList } from './release-plan-parts.tsx'
import { expectedMembers, releaseTasks, type StockBySku, wineNeeds } from './release-tasks.ts'
import { useStock } from './use-stock.ts'
import { WineTable } from './wine-table.tsx'

/** What the next release of a club comes to, and the wines for it. */
export const ReleasePlanScreen = () => {
  const { id: club = '' } = useParams({ strict: false })
  const account = useAccount()
  const { queries } = useRuntime()
  const [day, setDay] = useState<string | undefined>(undefined)
  const plan = useQuery(
    queries.releasePlans.get.queryOptions({
      input: { club, ...(day === undefined ? {} : { day }) },
      placeholderData: keepPreviousData,
      retry: false,
    }),
  )
  const today = localDayOf(Date.now(), account?.timeZone ?? 'UTC')
  const { stock, isPending } = useStock(Math.max(0, diffDays(today, plan.data?.day ?? today)))
  if (account === null) return null
  return (
    <ReaderFormats account={account}>
      <Stack gap={16} miw={0} maw="var(--cuvee-width-list)" mx="auto">
        <BackLink to={subjectAddress('club', { id: club })}>{club}</BackLink>
        <QueryContent query={isPending ? { ...plan, data: undefined } : plan} height={320} missing={NOT_FOUND}>
          {(loaded) => <Planner key={loaded.day} {...{ plan: loaded, stock, today }} onDay={setDay} />}
        </QueryContent>
      </Stack>
    </ReaderFormats>
  )
}

const NOT_FOUND = (
  <Notice title="This club wasn’t found">It may have been removed from its source, or the link may be wrong.</Notice>
)

interface PlannerProps {
  readonly plan: ReleasePlan
  readonly stock: StockBySku
  /** local day of the account */
  readonly today: string
  readonly onDay: (day: string) => void
}

const Planner = ({ plan, stock, today, onDay }: PlannerProps) => {
  const formats = useFormats()
  const { api, queries, queryClient } = useRuntime()
  const { club, day, isDayPlanned, members, onHold, previous } = plan
  const draft = useDraft<readonly ReleaseWine[]>(plan.wines, JSON.stringify)
  const wines = draft.value
  const save = useMutation({
    mutationFn: () => api.releasePlans.save({ params: { club }, body: { day, wines: [...wines] } }),
    onSuccess: (saved) => {
      draft.saved(saved.wines)
      queryClient.setQueryData(queries.releasePlans.get.queryKey({ input: { club, day } }), saved)
      void queryClient.invalidateQueries({ queryKey: queries.releasePlans.key() })
      toast.success('Plan saved')
    },
    onError: (error) => toast.failure(firstMessage(error, 'Failed to save the plan. Please try again.')),
  })
  const hasForecast = plan.lines.some(({ expected }) => expected !== null)
  const charged = expectedMembers(plan)
  const needs = wineNeeds({ charged, wines }, stock)
  const count = formats.value(members, 'integer')
  const since =
    previous === null
      ? ''
      : ` Since the release of ${formats.day(previous.day)}, ${previous.signups} joined and ${previous.cancellations} left.`
  return (
    <>
      <ScreenHead
        title="Next release"
        tools={
          <TextInput
            type="date"
            label={isDayPlanned ? 'Release day' : 'Release day (expected)'}
            min={today}
            max={addDays(today, 730)}
            value={day}
            disabled={draft.isChanged}
            description={draft.isChanged ? 'Save or discard your changes first' : null}
            onChange={({ currentTarget: { value } }) => value >= today && onDay(value)}
          />
        }
      >
        {`${count} members are due${onHold > 0 ? `, ${formats.value(onHold, 'integer')} of them on hold` : ''}.${since}`}
      </ScreenHead>
      {hasForecast ? (
        <>
          <ExpectedLines plan={plan} />
          <TaskList tasks={releaseTasks(plan, needs, formats)} hasWines={wines.length > 0} />
          <WineTable {...{ needs, charged, stock, day }} previous={plan.previousWines} onChange={draft.change} />
          <Deliveries deliveries={plan.deliveries} />
        </>
      ) : (
        <Section title="Not enough releases yet">
          <p>A forecast needs three releases with their members. It appears after the next ones are loaded.</p>
        </Section>
      )}
      <PastPlans plans={plan.past} stock={stock} />
      <SaveBar draft={draft} isSaving={save.isPending} problem={null} onSave={() => save.mutate()} />
    </>
  )
}
