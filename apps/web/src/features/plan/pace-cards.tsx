import { useQuery } from '@tanstack/react-query'
import type { Pace } from '#contract/plans.ts'
import { monthLabel } from '#domain/ranges/local-day.ts'
import { plannableMeasure } from '#domain/winery-plan.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
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
      <h2 id="pace-title" className={classes.title}>
        {monthLabel(first.month.slice(0, 7))} so far
      </h2>
      <ul className={`plain-list ${classes.cards}`}>
        {data.map((pace) => (
          <PaceCard key={pace.measure} pace={pace} />
        ))}
      </ul>
    </section>
  )
}

const shareOf = (amount: number, plan: number): string => `${Math.min(100, plan > 0 ? (amount / plan) * 100 : 0)}%`

const chanceText = (chance: number): string => {
  if (chance > 0.99) return 'over 99%'
  return chance < 0.01 ? 'under 1%' : `${Math.round(chance * 100)}%`
}

const PaceCard = ({
  pace: { measure, actual, plan, expected, forecast, low, high, chance },
}: {
  readonly pace: Pace
}) => {
  const formats = useFormats()
  const { title, unit } = plannableMeasure(measure)
  const write = (value: number) => formats.figure(value, unit === 'money' ? 'currency' : 'integer')
  return (
    <li className={classes.card}>
      <h3>{title}</h3>
      <p className={classes.figure}>
        <strong>{write(actual)}</strong> of {write(plan)}
      </p>
      <div className={classes.track} aria-hidden>
        <div className={classes.bar} style={{ width: shareOf(actual, plan) }} />
        <div className={classes.mark} style={{ left: shareOf(expected, plan) }} />
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>Planned through yesterday</dt>
          <dd>{write(expected)}</dd>
        </div>
        {forecast === null || low === null || high === null ? (
          <div>
            <dt>Forecast</dt>
            <dd>Not available yet</dd>
          </div>
        ) : (
          <>
            <div>
              <dt>Forecast</dt>
              <dd>{write(forecast)}</dd>
            </div>
            <div>
              <dt>Likely range (80%)</dt>
              <dd>
                {write(low)} to {write(high)}
              </dd>
            </div>
          </>
        )}
        {chance === null ? null : (
          <div>
            <dt>Chance of meeting the plan</dt>
            <dd>{chanceText(chance)}</dd>
          </div>
        )}
      </dl>
    </li>
  )
}
