import type { InsightFigure, InsightSplit } from '#contract/insights.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { heads, numeric } from '#web/app/listing.tsx'
import classes from './detail.module.css'
import { ExactNumber, Section } from './exact-number.tsx'
import { findFigure } from './provenance-text.ts'

interface SplitSectionProps {
  readonly split: InsightSplit
  readonly figures: readonly InsightFigure[]
}

/** A change broken down into parts that add up to it, and the groups that changed most. */
export const SplitSection = ({ split, figures }: SplitSectionProps) => {
  const formats = useFormats()
  const { comparedWith, parts, groups, dimension } = split
  return (
    <Section title="What drove it">
      <p className={classes.hint}>Compared with {formats.range(comparedWith.from, comparedWith.until)}.</p>
      <div className={classes.split}>
        <PartTable split={split} figures={figures} />
        {groups.length > 0 && <GroupTable dimension={dimension} groups={groups} figures={figures} />}
      </div>
      {parts.length > 1 && (
        <p className={classes.hint}>{parts.map(({ label }) => label).join(' + ')} = change, to the cent.</p>
      )}
    </Section>
  )
}

const PartTable = ({ split, figures }: SplitSectionProps) => {
  const { before, after, change, parts } = split
  const values = parts.map(({ figure }) => findFigure(figures, figure)?.value ?? 0)
  const most = Math.max(0, ...values.map(Math.abs), Math.abs(findFigure(figures, change)?.value ?? 0))
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">Breakdown of the change</caption>
      <thead>
        <tr>
          {heads('Part', numeric('Amount'))}
          <th scope="col">
            <span className="visually-hidden">Size</span>
          </th>
        </tr>
      </thead>
      <tbody>
        <Row label="Before" figure={findFigure(figures, before)} />
        {parts.map(({ label, figure }) => (
          <Row key={figure} label={label} figure={findFigure(figures, figure)} most={most} />
        ))}
        <Row label="Change" figure={findFigure(figures, change)} most={most} isSum />
        <Row label="After" figure={findFigure(figures, after)} isSum />
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly label: string
  readonly figure: InsightFigure | null
  /** size of a full bar; absent: no bar */
  readonly most?: number
  readonly isSum?: boolean
}

const Row = ({ label, figure, most = 0, isSum = false }: RowProps) => (
  <tr data-sum={isSum || undefined}>
    <th scope="row">{label}</th>
    <td data-numeric>
      <ExactNumber figure={figure} />
    </td>
    <td className={classes.barCell} aria-hidden>
      {figure !== null && most > 0 && (
        <span
          className={classes.bar}
          data-falling={figure.value < 0 || undefined}
          style={{ width: `${(Math.abs(figure.value) / most) * 50}%` }}
        />
      )}
    </td>
  </tr>
)

interface GroupTableProps {
  readonly dimension: string
  readonly groups: InsightSplit['groups']
  readonly figures: readonly InsightFigure[]
}

const GroupTable = ({ dimension, groups, figures }: GroupTableProps) => (
  <table className={classes.table}>
    <caption className="visually-hidden">The groups that changed most</caption>
    <thead>
      <tr>{heads(dimension, numeric('Before'), numeric('After'), numeric('Change'))}</tr>
    </thead>
    <tbody>
      {groups.map(({ name, ...places }) => (
        <tr key={name}>
          <th scope="row">{name === '' ? 'No name' : name}</th>
          {(['before', 'after', 'change'] as const).map((column) => (
            <td key={column} data-numeric>
              <ExactNumber figure={findFigure(figures, places[column])} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
