import { computeRunOut, runOutDay, type SellingStock, SOON_WEEKS } from '#domain/run-out.ts'
import { useFormats } from '#ui/formats-context.tsx'
import subject from '../subjects/subject.module.css'

interface RunOutTextProps {
  readonly stock: SellingStock
  /** to compare with */
  readonly before?: SellingStock
  /** the account's local day */
  readonly today: string
}

/** When stock runs out, and between which days with a probability of at least 80 %. */
export const RunOutText = ({ stock, before, today }: RunOutTextProps) => {
  const formats = useFormats()
  const runOut = computeRunOut(stock)
  if (stock.free < 0)
    return (
      <strong data-verdict="bad">
        Short by {formats.value(Math.ceil(-stock.free), 'integer')} units: more is promised than is available
      </strong>
    )
  if (runOut === null) return 'No run-out date: nothing was sold in the last 90 days.'
  const verdict = runOut.weeks < SOON_WEEKS ? 'warning' : undefined
  if (runOut.weeks <= 0) return <strong data-verdict={verdict}>Nothing is free to sell.</strong>
  const [day, from, until] = [runOut.weeks, runOut.low, runOut.high].map((weeks) => {
    const last = weeks === null ? null : runOutDay(weeks, today)
    return last && formats.day(last, 'full')
  })
  if (!day || !from) return 'Lasts more than ten years.'
  const weeks = before && computeRunOut(before)?.weeks
  const later = weeks === undefined ? 0 : Math.round((runOut.weeks - weeks) * 7)
  return (
    <>
      <strong data-verdict={verdict}>
        Runs out {day}
        {later === 0
          ? null
          : `, ${Math.abs(later)} ${Math.abs(later) === 1 ? 'day' : 'days'} ${later > 0 ? 'later' : 'sooner'}`}
      </strong>{' '}
      <span className={subject.note} style={{ display: 'inline-block' }}>
        {until
          ? `likely between ${from} and${stock.paceClub > 0 ? ', without club shipments,' : ''} ${until}`
          : `likely not before ${from}`}
      </span>
    </>
  )
}
