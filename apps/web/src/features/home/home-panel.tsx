import { ActionIcon, Button, Tabs } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { HomeSummary, SentencePart } from '#contract/home.ts'
import { HOME_PERIODS, type HomePeriod } from '#domain/home.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { type SwipeDirection, useSwipe } from '#ui/use-swipe.ts'
import { useAccount, useAccountStatus } from '#web/app/account-data.ts'
import { useIsPermitted } from '#web/app/current-user.ts'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import classes from './home.module.css'
import { ExplainedText } from './home-lineage.tsx'
import { EMPTY_VIEW, foldHome, type HomeView, isComparedByHour, useIsFolded } from './home-view.ts'
import { KpiCards } from './kpi-cards.tsx'
import { NeedsAction } from './needs-action.tsx'
import { SetupChecklist } from './setup-checklist.tsx'
import { useHomeData } from './use-home-data.ts'

interface PartProps {
  readonly part: SentencePart
  readonly numbers: HomeSummary['numbers']
}

const Part = ({ part: { text, number, period }, numbers }: PartProps) => {
  const value = number === null ? undefined : numbers[number]
  return value === undefined ? (
    text
  ) : (
    <ExplainedText number={value} period={period}>
      {text}
    </ExplainedText>
  )
}

/** Marks at the start of a text that belong to the number before it. */
const marksOf = (part: SentencePart | undefined): string =>
  part?.number === null ? (/^[.,;:]+/.exec(part.text)?.[0] ?? '') : ''

/** The sentence; each of its numbers opens its lineage, and no line begins with a mark. */
const HomeSentence = ({ summary: { sentence, numbers } }: { readonly summary: HomeSummary }) =>
  sentence.map((part, index) => {
    const isNumber = part.number !== null
    const taken = sentence[index - 1]?.number == null ? '' : marksOf(part)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity, and are replaced together
      <span key={index} className={isNumber ? classes.number : undefined}>
        <Part part={{ ...part, text: part.text.slice(taken.length) }} numbers={numbers} />
        {isNumber ? marksOf(sentence[index + 1]) : null}
      </span>
    )
  })

const KpiEditor = lazy(() => import('./kpi-editor.tsx').then((m) => ({ default: m.KpiEditor })))

const TITLES: Readonly<Record<HomePeriod, string>> = {
  today: 'Today',
  weekend: 'Weekend',
  week: 'Week',
  month: 'Month',
}

/** The period next to this one; at the ends, itself. */
const neighborOf = (period: HomePeriod, direction: SwipeDirection): HomePeriod =>
  HOME_PERIODS[HOME_PERIODS.indexOf(period) + (direction === 'left' ? 1 : -1)] ?? period

const isPeriod = (text: string | null): text is HomePeriod => HOME_PERIODS.some((period) => period === text)

/** The days of the numbers, those that they are compared with, and the hour until which they are. */
const Days = ({ summary }: { readonly summary: HomeSummary }) => {
  const formats = useFormats()
  const { range, compareRange, hour, kpis } = summary
  const days = `${formats.range(range.from, range.until, 'short')} vs ${formats.range(compareRange.from, compareRange.until)}`
  return hour !== null && kpis.some(isComparedByHour) ? `${days}, until ${formats.hour(hour)}` : days
}

const Head = ({ summary, failure }: { summary: HomeSummary | null; failure: ReactNode }) => {
  const isFolded = useIsFolded()
  const Chevron = isFolded ? IconChevronDown : IconChevronUp
  return (
    <div className={classes.head} data-folded={isFolded}>
      <div className={classes.sentence} aria-live="polite">
        {failure ?? (summary === null ? null : <HomeSentence summary={summary} />)}
      </div>
      <ActionIcon
        size={44}
        aria-expanded={!isFolded}
        aria-label={isFolded ? 'Show key numbers' : 'Hide key numbers'}
        onClick={() => foldHome(!isFolded)}
      >
        <Chevron size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}

const Controls = ({ summary }: { summary: HomeSummary | null }) => {
  const mayChoose = useIsPermitted('administration')
  const [editing, setEditing] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <div className={classes.controls}>
      <Tabs.List className={classes.tabs} aria-label="Period">
        {HOME_PERIODS.map((period) => (
          <Tabs.Tab key={period} value={period}>
            {TITLES[period]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <div className={classes.days}>{summary === null ? null : <Days summary={summary} />}</div>
      {mayChoose ? (
        <ActionIcon size={44} aria-label="Choose numbers" title="Choose numbers" onClick={() => setEditing('open')}>
          <IconAdjustmentsHorizontal size={18} aria-hidden />
        </ActionIcon>
      ) : null}
      <Suspense fallback={null}>
        {editing === 'never' ? null : <KpiEditor isOpen={editing === 'open'} onClose={() => setEditing('closed')} />}
      </Suspense>
    </div>
  )
}

const Failure = ({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) => (
  <span role="alert">
    {message}{' '}
    <Button variant="default" size="compact-sm" onClick={onRetry}>
      Retry
    </Button>
  </span>
)

const LOAD_FAILED = 'Couldn’t load the summary.'

/** Sentence, key numbers and what needs action of a period; a checklist while the account has no data. */
const Loaded = ({ dataVersion }: { readonly dataVersion: number }) => {
  const [period, setPeriod] = useState<HomePeriod>('today')
  const swipe = useSwipe((direction) => setPeriod(neighborOf(period, direction)))
  const isFolded = useIsFolded()
  const query = useHomeData(period, dataVersion)
  const view: HomeView = query.data ?? EMPTY_VIEW
  const { summary, setup, actions, isComplete } = view
  if (setup !== null) return <SetupChecklist setup={setup} />
  // The reserved space is that of the checklist.
  if (dataVersion === 0 && summary === null && !query.isError) return null
  // Numbers that were loaded before stay, such as without a connection.
  const message = summary === null ? (view.failure ?? (query.isError ? LOAD_FAILED : null)) : null
  const failure = message === null ? null : <Failure message={message} onRetry={() => void query.refetch()} />
  return (
    <Tabs value={period} onChange={(value) => isPeriod(value) && setPeriod(value)} className={classes.home} {...swipe}>
      <Head summary={summary} failure={failure} />
      {isFolded ? null : (
        <>
          <Controls summary={summary} />
          <Tabs.Panel value={period} className={classes.panel}>
            <KpiCards summary={summary} />
            <NeedsAction actions={actions} isComplete={isComplete} />
          </Tabs.Panel>
        </>
      )}
    </Tabs>
  )
}

/** Home, in the viewer's formats. */
export const HomePanel = () => {
  const account = useAccount()
  const dataVersion = useAccountStatus()?.dataVersion
  if (account === null || dataVersion === undefined) return null
  return (
    <ReaderFormats account={account}>
      <section aria-label="Summary">
        <Loaded dataVersion={dataVersion} />
      </section>
    </ReaderFormats>
  )
}
