import { Box, Progress, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Pace } from '#contract/plans.ts'
import { monthLabel } from '#domain/ranges/local-day.ts'
import { isCost, plannableMeasure } from '#domain/winery-plan.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { Facts } from '#web/app/facts.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import subject from '../subjects/subject.module.css'
import classes from './plan.module.css'

/** Forecasts of a new plan are ready within a minute, or there is too little data for them. */
const LEARNING_MS = 60_000
const POLL_MS = 3_000

/** How the running month of each planned measure goes, from a save on. Nothing without a plan for it. */
export const PaceCards = () => {
  const { queries } = useRuntime()
  const [since] = useState(() => Date.now())
  const isLearning = (until: number): boolean => until - since < LEARNING_MS
  const isWaiting = (paces: readonly Pace[] = []): boolean => paces.some(({ forecast }) => forecast === null)
  const { data = [], dataUpdatedAt } = useQuery(
    queries.plans.pace.queryOptions({
      refetchInterval: ({ state }) => isWaiting(state.data) && isLearning(state.dataUpdatedAt) && POLL_MS,
    }),
  )
  const [first] = data
  if (first === undefined) return null
  return (
    <section aria-labelledby="pace-title">
      <Title order={2} id="pace-title" mb={8}>
        {monthLabel(first.month.slice(0, 7))} so far
      </Title>
      <ul className={`plain-list ${classes.paces}`}>
        {data.map((pace) => (
          <PaceCard key={pace.measure} pace={pace} isLearning={isLearning(dataUpdatedAt)} />
        ))}
      </ul>
    </section>
  )
}

/** Percent of the plan, at most 100. */
const shareOf = (amount: number, plan: number): number => Math.min(100, plan > 0 ? (amount / plan) * 100 : 0)

const chanceText = (chance: number): string => {
  if (chance > 0.99) return 'over 99%'
  return chance < 0.01 ? 'under 1%' : `${Math.round(chance * 100)}%`
}

/** By what is expected of the whole month, of which fewer cancellations are better. `write`: an amount. */
const readVerdict = ({ measure, plan, forecast }: Pace, write: (value: number) => string) => {
  if (forecast === null) return { text: 'No forecast yet: it needs eight weeks of data' }
  const by = write(Math.abs(forecast - plan))
  if (isCost(measure))
    return { isGood: forecast <= plan, text: `Forecast ${by} ${forecast > plan ? 'more' : 'fewer'} than planned` }
  return { isGood: forecast >= plan, text: `Forecast ${forecast < plan ? 'behind' : 'ahead'} by ${by}` }
}

const PaceCard = ({ pace, isLearning }: { readonly pace: Pace; readonly isLearning: boolean }) => {
  const formats = useFormats()
  const { measure, actual, plan, expected, forecast, low, high, chance } = pace
  const { title, unit } = plannableMeasure(measure)
  const amounts = [plan, actual, expected, forecast]
  const isSmall = unit === 'money' && amounts.every((amount) => (amount ?? 0) < 1000)
  const write = isSmall
    ? (amount: number | null) => formats.compact(amount, 'currency')
    : formats.column(amounts, unit === 'money' ? 'currency' : 'integer')
  const { isGood, text } = readVerdict(pace, write)
  // until then, what is planned by now is not known either: days are not worth the same
  const isKnown = forecast !== null || !isLearning
  const facts = [
    ['Planned through yesterday', write(expected)],
    ['Forecast', write(forecast)],
    ['Likely range (80%)', forecast === null ? '–' : `${write(low)} to ${write(high)}`],
    ['Chance of meeting the plan', chance === null ? '–' : chanceText(chance)],
  ] as const
  return (
    <li className={subject.number}>
      <Title order={3} fw={500}>
        {title}
      </Title>
      <Text className="numbers" c="dimmed" mt={4} mb={8}>
        <Text span size="lg" fw={600} c="var(--mantine-color-text)">
          {write(actual)}
        </Text>{' '}
        of {write(plan)}
      </Text>
      <Box pos="relative" mb={8} aria-hidden>
        <Progress value={shareOf(actual, plan)} color="var(--chart-1)" />
        {isKnown && <div className={classes.mark} style={{ left: `${shareOf(expected, plan)}%` }} />}
      </Box>
      <Text
        size="sm"
        fw={600}
        mb={8}
        role="status"
        data-verdict={isGood === undefined ? undefined : isGood ? 'good' : 'bad'}
      >
        {isKnown ? text : 'Updating…'}
      </Text>
      <Facts facts={isKnown ? facts : facts.map(([name]) => [name, <Skeleton key={name} w={72} h={20} />] as const)} />
    </li>
  )
}
