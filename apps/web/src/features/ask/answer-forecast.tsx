import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Forecast, Understood } from '#contract/ask.ts'
import { rangeLabel } from '#domain/ranges/local-day.ts'
import { DataTable } from '#ui/data-table.tsx'
import { ForecastChart } from '#ui/forecast-chart.tsx'
import { useFormats } from '#ui/formats-context.tsx'
import { firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { Figure } from './answer-figure.tsx'
import classes from './ask.module.css'

type Asked = Pick<Understood, 'definition'> & { readonly forecast: NonNullable<Understood['forecast']> }

/** Past periods of the chart next to those ahead. */
const SHOWN_HISTORY = 11
const HEIGHT = 160

/** What is expected, with its range, and the history that it continues. */
export const AnswerForecast = ({ definition, forecast }: Asked) => {
  const { queries } = useRuntime()
  const { data, error } = useQuery(
    queries.ask.forecast.queryOptions({ input: { definition, ...forecast }, retry: false }),
  )
  if (error)
    return (
      <p role="alert" className={classes.failure}>
        {firstMessage(error, 'The forecast couldn’t be loaded. Check your connection.')}
      </p>
    )
  if (data === undefined) return <Skeleton height={96} radius="md" aria-label="Loading" />
  if (data.periods.length === 0)
    return <p className={classes.figureNote}>There isn’t enough history for a forecast yet.</p>
  return (
    <>
      <Total forecast={data} />
      {data.periods.length === 1 ? null : <Periods forecast={data} />}
      <History definition={definition} grain={forecast.grain} forecast={data} />
    </>
  )
}

/** What all days come to; that of one period has a range. */
const Total = ({ forecast: { displayName, format, soFar, lastYear, periods } }: { forecast: Forecast }) => {
  const formats = useFormats()
  const [first, ...more] = periods
  if (first === undefined) return null
  const show = (value: number): string => formats.value(value, format)
  const past = soFar?.value ?? 0
  const ahead = periods.reduce((sum, { expected }) => sum + expected, 0)
  const range = `80% likely between ${show(past + first.low)} and ${show(past + first.high)}.`
  return (
    <Figure
      name={`${displayName}, expected`}
      value={show(past + ahead)}
      notes={[
        ...(soFar === null ? [] : [`${show(past)} before ${formats.day(soFar.until)}, ${show(ahead)} from then on.`]),
        ...(lastYear === null ? [] : [`${show(lastYear)} in the same days last year.`]),
        `${more.length === 0 ? `${range} ` : ''}Based on past numbers alone.`,
      ]}
    />
  )
}

const Periods = ({ forecast: { displayName, format, periods } }: { forecast: Forecast }) => {
  const formats = useFormats()
  return (
    <DataTable
      caption="Forecast"
      columns={[
        { key: 'dates', title: 'Dates', format: 'text' },
        { key: 'expected', title: `${displayName}, expected`, format },
        { key: 'range', title: '80% likely between', format: 'text', isNumeric: true },
      ]}
      rows={periods.map(({ from, until, expected, low, high }) => [
        rangeLabel(from, until),
        expected,
        `${formats.value(low, format)} – ${formats.value(high, format)}`,
      ])}
    />
  )
}

interface HistoryProps {
  readonly definition: Understood['definition']
  readonly grain: Asked['forecast']['grain']
  readonly forecast: Forecast
}

/** The last whole periods, and those ahead with their range. */
const History = ({ definition, grain, forecast }: HistoryProps) => {
  const { queries } = useRuntime()
  const formats = useFormats()
  const { data } = useQuery(queries.reports.query.queryOptions({ input: { definition, pageSize: 100 }, retry: false }))
  if (data === undefined || 'unchanged' in data) return null
  const at = data.columns.findIndex(({ kind }) => kind === 'measure')
  // the last row is of the current period, which is not over
  const past = data.rows.slice(0, -1).slice(-SHOWN_HISTORY)
  const formatPeriod = (cell: unknown): string => {
    if (typeof cell !== 'string') return ''
    return grain === 'month' ? formats.month(cell) : formats.day(cell)
  }
  const points = [
    ...past.map((row) => {
      const value = row[at]
      return { actual: typeof value === 'number' ? value : null, expected: null, low: null, high: null }
    }),
    ...forecast.periods.map(({ expected, low, high }) => ({ actual: null, expected, low, high })),
  ]
  const names = [...past.map(([cell]) => formatPeriod(cell)), ...forecast.periods.map(({ from }) => formatPeriod(from))]
  return (
    <ForecastChart
      points={points}
      categories={names}
      titles={names}
      marked={null}
      format={forecast.format}
      valueName={forecast.displayName}
      summary={`${forecast.displayName}: ${past.length} past periods and ${forecast.periods.length} ahead.`}
      height={HEIGHT}
    />
  )
}
