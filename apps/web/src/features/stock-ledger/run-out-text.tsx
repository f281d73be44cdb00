import { type RunOut, runOutDay } from '#domain/run-out.ts'
import { useFormats } from '#ui/formats-context.tsx'
import classes from './stock-ledger.module.css'

interface RunOutTextProps {
  /** null: nothing sells */
  readonly runOut: RunOut | null
  /** the account's local day */
  readonly today: string
}

/** When stock runs out, and between which days with a probability of at least 80 %. */
export const RunOutText = ({ runOut, today }: RunOutTextProps) => {
  const formats = useFormats()
  if (runOut === null) return 'No run-out date: nothing was sold in the last 90 days.'
  if (runOut.weeks <= 0) return <strong>Nothing is free to sell.</strong>
  const [day, from, until] = [runOut.weeks, runOut.low, runOut.high].map((weeks) =>
    weeks === null ? null : runOutDay(weeks, today),
  )
  if (typeof day !== 'string' || typeof from !== 'string') return 'Lasts more than ten years.'
  return (
    <>
      <strong>Runs out {formats.day(day, 'full')}</strong>
      <span className={classes.note}>
        {' '}
        {typeof until === 'string'
          ? `likely between ${formats.day(from, 'full')} and ${formats.day(until, 'full')}`
          : `likely not before ${formats.day(from, 'full')}`}
      </span>
    </>
  )
}
