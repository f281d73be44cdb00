import { Skeleton } from '@mantine/core'
import { type Formats, MISSING } from '#charts/value-format.ts'
import type { HomeNumber, HomeSummary } from '#contract/home.ts'
import { HOME_KPI_COUNT } from '#domain/home.ts'
import { comparisonName } from '#domain/ranges/comparison-mode.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { KpiNumber } from '#ui/kpi-number.tsx'
import classes from './home.module.css'
import { Explained } from './home-lineage.tsx'
import { isComparedByHour } from './home-view.ts'

const CARD_INDEXES = Array.from({ length: HOME_KPI_COUNT }, (_, index) => index)

/** What stands below a number without a change: a day that goes on is not compared with a whole one, nor with days without data. */
const noteOf = ({ isFirstDay }: HomeSummary, number: HomeNumber, formats: Formats): string | null => {
  const { dataStarts, likeForLike, previous, format } = number
  if (dataStarts !== null && likeForLike === null) return `Data starts ${formats.day(dataStarts, 'full')}`
  if (!isFirstDay || isComparedByHour(number)) return null
  return `${previous === null ? MISSING : formats.figure(previous, format)} all day last year`
}

const Card = ({ number, summary }: { readonly number: HomeNumber; readonly summary: HomeSummary }) => {
  const formats = useFormats()
  const { compareRange, comparison, hour } = summary
  const { label, value, previous, format, goodDirection, likeForLike, sameHours, lineage, planned } = number
  const note = noteOf(summary, number, formats)
  const days = formats.range(compareRange.from, compareRange.until)
  return (
    <Explained number={number}>
      <div className={`card ${classes.card}`}>
        <KpiNumber
          size="hero"
          note={note}
          comparedWith={note === null ? `${comparisonName({ ...comparison, alignedOn: null })}, ${days}` : null}
          kpi={{
            metric: lineage.cell.measure,
            label,
            value,
            previous,
            format,
            goodDirection,
            ...(likeForLike === null ? {} : { likeForLike }),
            ...(sameHours === null || hour === null ? {} : { sameHours: { ...sameHours, until: formats.hour(hour) } }),
          }}
        />
        {planned === undefined ? null : <p className={classes.planned}>{formats.figure(planned, format)} planned</p>}
      </div>
    </Explained>
  )
}

/** The key numbers with their comparison; cards without numbers while they load. */
export const KpiCards = ({ summary }: { readonly summary: HomeSummary | null }) => (
  <section aria-label="Key numbers" className={classes.cards} aria-busy={summary === null}>
    {summary === null
      ? CARD_INDEXES.map((index) => <Skeleton key={index} className={`card ${classes.card}`} radius="md" />)
      : summary.kpis.map((number, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a card
          <Card key={index} number={number} summary={summary} />
        ))}
  </section>
)
