import { Box, Progress, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Pace } from '#contract/plans.ts'
import { monthLabel } from '#domain/ranges/local-day.ts'
import { plannableMeasure } from '#domain/winery-plan.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { Facts } from '#web/app/facts.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import subject from '../subjects/subject.module.css'
import classes from './plan.module.css'

/** Forecasts of a new plan are ready within a minute. */
const LEARNING_MS = 15_000

/** How the running month of each planned measure goes. Nothing without a plan for it. */
export const PaceCards = () => {
  const { queries } = useRuntime()
  const isWaiting = (paces: readonly Pace[] = []): boolean => paces.some(({ forecast }) => forecast === null)
  const { data = [] } = useQuery(
    queries.plans.pace.queryOptions({ refetchInterval: ({ state }) => isWaiting(state.data) && LEARNING_MS }),
  )
  const [first] = data
  if (first === undefined) return null
  return (
    <section aria-labelledby="pace-title">
      <Title order={2} id="pace-title" mb={8}>
        {monthLabel(first.month.slice(0, 7))} so far
      </Title>
      <ul className={`plain-list ${subject.numbers}`}>
        {data.map((pace) => (
          <PaceCard key={pace.measure} pace={pace} />
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

const PaceCard = ({ pace }: { readonly pace: Pace }) => {
  const formats = useFormats()
  const { measure, actual, plan, expected, forecast, low, high, chance } = pace
  const { title, unit } = plannableMeasure(measure)
  const write = (value: number | null) => formats.figure(value, unit === 'money' ? 'currency' : 'integer')
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
      <Box pos="relative" mb={12} aria-hidden>
        <Progress value={shareOf(actual, plan)} color="var(--chart-1)" />
        <div className={classes.mark} style={{ left: `${shareOf(expected, plan)}%` }} />
      </Box>
      <Facts
        facts={[
          ['Planned through yesterday', write(expected)],
          ['Forecast', forecast === null ? 'Not available yet' : write(forecast)],
          ...(forecast === null ? [] : [['Likely range (80%)', `${write(low)} to ${write(high)}`] as const]),
          ...(chance === null ? [] : [['Chance of meeting the plan', chanceText(chance)] as const]),
        ]}
      />
    </li>
  )
}
